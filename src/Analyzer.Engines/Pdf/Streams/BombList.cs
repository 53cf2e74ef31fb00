using System.Globalization;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>The streams that went beyond a bound of decoding.</summary>
internal sealed class BombList
{
    private const int MaxPlaces = 16;

    private readonly List<ObjectPlace> _places = [];

    public long Count { get; private set; }

    /// <summary>The first ones.</summary>
    public IReadOnlyList<ObjectPlace> Places => _places;

    /// <summary>What the first one did, in words: its bytes say nothing to a person.</summary>
    public string? Excerpt { get; private set; }

    public void Add(in ObjectPlace place, DecodeBudget budget)
    {
        Count++;
        Excerpt ??= budget.IsExceeded
            ? string.Create(CultureInfo.InvariantCulture, $"{budget.StreamInput:N0} bytes decode to {budget.StreamBytes:N0} or more")
            : "not decoded: too many filters, or too much was decoded before";
        if (_places.Count < MaxPlaces)
        {
            _places.Add(place);
        }
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _places.Clear();
        (Count, Excerpt) = (0, null);
    }
}
