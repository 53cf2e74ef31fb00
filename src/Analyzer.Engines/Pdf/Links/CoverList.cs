using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Links;

/// <summary>The links and buttons that cannot be seen and cover a page: wherever somebody clicks, it is on them.</summary>
internal sealed class CoverList
{
    private const double Most = 0.9;

    /// <summary>ISO 216: A4; that of Letter is less by 3 percent.</summary>
    private const double DefaultPage = 595 * 842;

    private readonly List<(double Area, ObjectPlace Place)> _largest = [];

    /// <summary>Of the page that was seen last, in square points.</summary>
    public double PageArea { get; set; } = DefaultPage;

    /// <param name="area">In square points.</param>
    public void Add(double area, in ObjectPlace place)
    {
        if (_largest.Count < PlaceList.MaxPlaces)
        {
            _largest.Add((area, place));
            return;
        }

        var least = _largest.IndexOf(_largest.MinBy(static cover => cover.Area));
        if (_largest[least].Area < area)
        {
            _largest[least] = (area, place);
        }
    }

    /// <summary>Those that cover a page, as far as they are remembered.</summary>
    public PlaceList ToPlaces()
    {
        var places = new PlaceList();
        foreach (var (area, place) in _largest)
        {
            if (area >= Most * PageArea)
            {
                places.Add(place);
            }
        }

        return places;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _largest.Clear();
        PageArea = DefaultPage;
    }
}
