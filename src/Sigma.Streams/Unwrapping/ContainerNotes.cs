using Sigma.Engine.Mapping;

namespace Sigma.Streams.Unwrapping;

/// <summary>What to tell a person about the containers of a file.</summary>
internal sealed class ContainerNotes(Unwrapper unwrapper)
{
    private ReadOnlyMemory<byte> _first;
    private RecordPath? _passed;

    /// <summary>The containers whose records were taken out.</summary>
    public int Count { get; private set; }

    public bool Unwrapped()
    {
        Count++;
        return true;
    }

    /// <summary>An input was taken as one record.</summary>
    public void Took(ReadOnlyMemory<byte> utf8, long index)
    {
        _first = index == 0 ? utf8 : _first;
        _passed ??= unwrapper.Passed(utf8);
    }

    /// <param name="records">The records of the file.</param>
    /// <returns>The only record, if it is large by an array; null when it is not.</returns>
    public (ReadOnlyMemory<byte> Record, string Note)? Doubt(long records) =>
        _passed is null && records == 1 && Count == 0 && LargeArray.In(_first) is { } path
            ? (_first, $"its only record has an array of objects at {path}: if those are the records, write --records '{path}'.")
            : null;

    /// <param name="isCutOff">Whether the file ends inside of a container.</param>
    public IReadOnlyList<string> Of(bool isCutOff)
    {
        var notes = new List<string>();
        if (isCutOff)
        {
            notes.Add("it ends in the middle of a container, so records are missing. Get the whole file.");
        }

        if (_passed is not null)
        {
            notes.Add($"it has records at {_passed}, and was taken as it is: write --records '{_passed}' to evaluate them one by one.");
        }

        return notes;
    }
}
