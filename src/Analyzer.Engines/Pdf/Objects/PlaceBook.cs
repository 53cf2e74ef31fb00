using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Remembers the first 16 places of each keyword in objects, and of keywords that are spelled with hex codes.</summary>
internal sealed class PlaceBook
{
    private readonly ObjectPlace[] _places = new ObjectPlace[KeywordSlots.Count * PlaceList.MaxPlaces];
    private readonly long[] _counts = new long[KeywordSlots.Count];
    private readonly long[] _twins = new long[KeywordSlots.Count];

    /// <summary>How many keywords in objects are spelled with hex codes.</summary>
    public long HexCodedCount => _counts[KeywordSlots.HexCoded];

    public ReadOnlySpan<ObjectPlace> HexCoded => Of(KeywordSlots.HexCoded);

    public ReadOnlySpan<ObjectPlace> this[PdfKeyword keyword] => Of((int)keyword);

    public void Add(PdfKeyword keyword, bool hasHexCodes, in ObjectPlace place)
    {
        Add((int)keyword, place);
        if (hasHexCodes)
        {
            Add(KeywordSlots.HexCoded, place);
        }
    }

    /// <summary>Notes that a keyword inside an object stream is one of the file's own bytes as well.</summary>
    public void AddTwin(PdfKeyword keyword) => _twins[(int)keyword]++;

    /// <summary>How often the keyword was met in objects, counted as often as its bytes are.</summary>
    public long CountWithTwins(PdfKeyword keyword) => _counts[(int)keyword] + _twins[(int)keyword];

    /// <summary>How often the keyword was met in objects.</summary>
    public long Count(PdfKeyword keyword) => _counts[(int)keyword];

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Array.Clear(_counts);
        Array.Clear(_twins);
    }

    private void Add(int slot, in ObjectPlace place)
    {
        var count = _counts[slot]++;
        if (count < PlaceList.MaxPlaces)
        {
            _places[(slot * PlaceList.MaxPlaces) + count] = place;
        }
    }

    private ReadOnlySpan<ObjectPlace> Of(int slot) =>
        _places.AsSpan(slot * PlaceList.MaxPlaces, (int)Math.Min(PlaceList.MaxPlaces, _counts[slot]));
}
