using Sigma.Streams.Events;

namespace Sigma.Streams.Evaluating;

/// <summary>Counts the records that cannot be read, and says it once for a file: a file of another kind has one in each line.</summary>
internal sealed class BrokenRecords(TextWriter messages)
{
    private string? _file;
    private string? _first;
    private long _count;

    /// <summary>The following records are of this file.</summary>
    public void In(string file)
    {
        if (file != _file)
        {
            End();
            _file = file;
        }
    }

    public void Add(EventRecord record, string sentence)
    {
        _first ??= $"{record}: {sentence}";
        _count++;
    }

    /// <summary>The file is over.</summary>
    public void End()
    {
        if (_first is not null)
        {
            messages.WriteLine(_count == 1 ? _first : $"{_first} {_count - 1} further records of the file cannot be read either.");
        }

        (_first, _count) = (null, 0);
    }
}
