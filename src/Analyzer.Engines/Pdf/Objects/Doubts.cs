using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The objects that were cut, or may have begun unnoticed: readers who go by offsets find others there.</summary>
/// <param name="places">Takes each of them once, however often it is cut; null when nobody asks.</param>
internal sealed class Doubts(PlaceList? places)
{
    private long _last = -1;

    public bool Any { get; private set; }

    public void Add(in ObjectPlace place)
    {
        Any = true;
        if (_last != place.Offset)
        {
            _last = place.Offset;
            places?.Add(place);
        }
    }

    public void Clear() => (Any, _last) = (false, -1);
}
