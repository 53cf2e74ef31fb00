using System.Globalization;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>The streams that went beyond a bound of decoding.</summary>
internal sealed class BombList
{
    private readonly PlaceList _bombs = new();

    public long Count => _bombs.Count;

    /// <summary>The first ones.</summary>
    public IReadOnlyList<ObjectPlace> Places => _bombs.Places;

    /// <summary>A description of the first one, because its bytes mean nothing to a person.</summary>
    public string? Excerpt { get; private set; }

    public void Add(in ObjectPlace place, DecodeBudget budget)
    {
        _bombs.Add(place);
        Excerpt ??= budget.IsExceeded
            ? string.Create(CultureInfo.InvariantCulture, $"{budget.StreamInput:N0} bytes decode to {budget.StreamBytes:N0} or more")
            : "not decoded: too many filters, or too much was decoded before";
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _bombs.Clear();
        Excerpt = null;
    }
}
