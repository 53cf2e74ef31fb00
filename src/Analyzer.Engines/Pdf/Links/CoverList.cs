using System.Globalization;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Links;

/// <summary>The links and buttons that cannot be seen and cover a page: wherever somebody clicks, it is on them.</summary>
internal sealed class CoverList
{
    private const double Most = 0.9;

    /// <summary>ISO 216: A4; that of Letter is less by 3 percent.</summary>
    private const double DefaultPage = 595 * 842;

    private readonly List<(double Area, int Action, ObjectPlace Place)> _largest = [];

    /// <summary>Of the page that was seen last, in square points.</summary>
    public double PageArea { get; set; } = DefaultPage;

    /// <param name="area">In square points.</param>
    /// <param name="action">The object that is its action; 0 when it is known to lead out or to run a script.</param>
    public void Add(double area, int action, in ObjectPlace place)
    {
        if (_largest.Count < PlaceList.MaxPlaces)
        {
            _largest.Add((area, action, place));
            return;
        }

        var least = _largest.IndexOf(_largest.MinBy(static cover => cover.Area));
        if (_largest[least].Area < area)
        {
            _largest[least] = (area, action, place);
        }
    }

    /// <summary>How much of a page the largest one covers, for people.</summary>
    public string Share => _largest.Count == 0 ? ""
        : string.Create(CultureInfo.InvariantCulture, $"{100 * _largest.Max(static cover => cover.Area) / PageArea:F0} % of the page");

    /// <summary>Those that cover a page, as far as they are remembered.</summary>
    /// <param name="actions">Tells what the objects are.</param>
    /// <returns>Null when there are none.</returns>
    public PlaceList? ToPlaces(ActionGraph actions)
    {
        PlaceList? places = null;
        foreach (var (area, action, place) in _largest)
        {
            if (area >= Most * PageArea && (action == 0 || actions.Leads(action)))
            {
                (places ??= new()).Add(place);
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
