namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>Counts what has been found, and remembers the first 16 places.</summary>
internal sealed class PlaceList
{
    public const int MaxPlaces = 16;

    private readonly List<ObjectPlace> _places = [];

    public long Count { get; private set; }

    public IReadOnlyList<ObjectPlace> Places => _places;

    public void Add(in ObjectPlace place)
    {
        Count++;
        if (_places.Count < MaxPlaces)
        {
            _places.Add(place);
        }
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _places.Clear();
        Count = 0;
    }
}
