namespace Analyzer.Engines.Pdf.Attachments;

/// <summary>Knows which strings that are objects of their own have been named as the name of an embedded file, or as an address.</summary>
internal sealed class WantedStrings
{
    private const int MaxWanted = 4096;

    /// <summary>A string that is written over and over again, and wanted by many, must not keep a processor busy.</summary>
    private const int MaxGiven = 65_536;

    private readonly HashSet<(int Number, int Stream)> _known = [];
    private readonly Dictionary<int, List<int>> _streams = [];
    private int _given;

    /// <param name="stream">The embedded file that the string is to name; 0 for an address.</param>
    /// <returns>True for the first time.</returns>
    public bool Add(int number, int stream)
    {
        if (_known.Count == MaxWanted || !_known.Add((number, stream)))
        {
            return false;
        }

        if (!_streams.TryGetValue(number, out var streams))
        {
            _streams.Add(number, streams = []);
        }

        streams.Add(stream);
        return true;
    }

    /// <summary>What an object is wanted for that is a string: see <see cref="Add"/>.</summary>
    public IReadOnlyList<int> Find(int number)
    {
        if (!_streams.TryGetValue(number, out var streams) || _given > MaxGiven)
        {
            return [];
        }

        _given += streams.Count;
        return streams;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _known.Clear();
        _streams.Clear();
        _given = 0;
    }
}
