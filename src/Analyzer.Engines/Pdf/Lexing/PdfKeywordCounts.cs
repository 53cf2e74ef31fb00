using System.Collections.Immutable;
using Analyzer.Core;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>The lexer's counts so far.</summary>
internal sealed class PdfKeywordCounts
{
    private readonly long[] _counts = new long[PdfKeywords.Names.Length];
    private readonly long[] _firstOffsets = new long[PdfKeywords.Names.Length];

    /// <summary>The keywords that were spelled with hex codes.</summary>
    public Occurrence Obfuscated { get; private set; }

    public Occurrence this[PdfKeyword keyword] => new(_counts[(int)keyword], _firstOffsets[(int)keyword]);

    /// <param name="offset">Bytes from the start of the file to the solidus of a name or to the first letter of another word.</param>
    public void Add(PdfKeyword keyword, long offset)
    {
        if (_counts[(int)keyword]++ == 0)
        {
            _firstOffsets[(int)keyword] = offset;
        }
    }

    public void AddObfuscated(long offset) => Obfuscated = Obfuscated.And(offset);

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Array.Clear(_counts);
        Array.Clear(_firstOffsets);
        Obfuscated = default;
    }

    public PdfKeywords ToKeywords() => new(ImmutableArray.Create(_counts));
}

/// <summary>How often something occurs, and where first.</summary>
/// <param name="Count">0 when it does not occur.</param>
/// <param name="Offset">Bytes from the start of the file to the first occurrence; 0 when there is none.</param>
internal readonly record struct Occurrence(long Count, long Offset)
{
    public Occurrence And(long offset) => new(Count + 1, Count == 0 ? offset : Offset);
}
