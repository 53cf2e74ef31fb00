namespace Sigma.Streams.Events.Formats;

/// <summary>Reads a file whose events are made into JSON one by one.</summary>
internal abstract class BatchReader(string file) : IRecordReader
{
    private const int MaxBatch = 256;

    private readonly List<string> _notes = [];
    private long _index;

    public IReadOnlyList<string> Notes => _notes;

    public int Containers => 0;

    public int Broken { get; private set; }

    public IReadOnlyList<EventRecord> Read(CancellationToken cancellationToken)
    {
        var records = new List<EventRecord>();
        while (records.Count < MaxBatch && Next() is { } next)
        {
            cancellationToken.ThrowIfCancellationRequested();
            records.Add(new(file, _index++, next.Offset, next.Json));
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
