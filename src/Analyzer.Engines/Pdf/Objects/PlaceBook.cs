using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Remembers the first 16 places of each keyword in objects.</summary>
internal sealed class PlaceBook
{
    private const int MaxPlaces = 16;
    private static readonly int Keywords = Enum.GetValues<PdfKeyword>().Length;

    private readonly ObjectPlace[] _places = new ObjectPlace[Keywords * MaxPlaces];
    private readonly long[] _counts = new long[Keywords];

    public void Add(PdfKeyword keyword, in ObjectPlace place)
    {
        var count = _counts[(int)keyword]++;
        if (count < MaxPlaces)
        {
            _places[((int)keyword * MaxPlaces) + count] = place;
        }
    }

    /// <summary>How often the keyword was met in objects.</summary>
    public long Count(PdfKeyword keyword) => _counts[(int)keyword];

    public ReadOnlySpan<ObjectPlace> this[PdfKeyword keyword] =>
        _places.AsSpan((int)keyword * MaxPlaces, (int)Math.Min(MaxPlaces, _counts[(int)keyword]));

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => Array.Clear(_counts);
}
