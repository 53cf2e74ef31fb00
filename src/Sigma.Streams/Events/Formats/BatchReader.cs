using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Events.Formats;

/// <summary>Reads a file whose events are made into JSON one by one.</summary>
/// <param name="file">Its path.</param>
/// <param name="unwrapper">Takes records out of events that are containers; null if none can be one.</param>
internal abstract class BatchReader(string file, Unwrapper? unwrapper = null) : IRecordReader
{
    private const int MaxBatch = 256;

    private readonly List<string> _notes = [];
    private readonly List<InnerRecord> _inner = [];
    private long _index;

    public IReadOnlyList<string> Notes => _notes;

    public int Containers { get; private set; }

    public int Broken { get; private set; }

    public IReadOnlyList<EventRecord> Read(CancellationToken cancellationToken)
    {
        var records = new List<EventRecord>();
        while (records.Count < MaxBatch && Next() is { } next)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (unwrapper?.TryUnwrap(next.Json, _inner) is not true)
            {
                records.Add(new(file, _index++, next.Offset, next.Json));
                continue;
            }

            Containers++;
            records.AddRange(_inner.Select((record, inside) => new EventRecord(file, _index++, next.Offset, record.Utf8, inside)));
            _inner.Clear();
        }

        return records;
    }

    /// <returns>The next event; null at the end.</returns>
    protected abstract (long Offset, byte[] Json)? Next();

    /// <param name="note">What a person should know about the file.</param>
    /// <param name="isBroken">Whether a part of it could not be read.</param>
    protected void Note(string note, bool isBroken)
    {
        _notes.Add(note);
        Broken += isBroken ? 1 : 0;
    }
}
