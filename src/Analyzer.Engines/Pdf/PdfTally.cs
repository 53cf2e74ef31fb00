using System.Collections.Immutable;
using Analyzer.Core;

namespace Analyzer.Engines.Pdf;

/// <summary>What the lexer has counted so far.</summary>
internal sealed class PdfTally
{
    private readonly long[] _counts = new long[PdfKeywords.Names.Length];
    private readonly long[] _firstOffsets = new long[PdfKeywords.Names.Length];

    /// <summary>Keywords that were spelt with hex codes.</summary>
    public Sighting Obfuscated { get; private set; }

    /// <summary>Numbers above 16,777,216 among those that follow a /Colors; PDFiD's own counter starts lower.</summary>
    public Sighting HugeColors { get; private set; }

    public Sighting this[PdfKeyword keyword] => new(_counts[(int)keyword], _firstOffsets[(int)keyword]);

    /// <param name="offset">Bytes from the start of the file to the solidus of a name, the first letter of another word.</param>
    public void Add(PdfKeyword keyword, long offset)
    {
        if (_counts[(int)keyword]++ == 0)
        {
            _firstOffsets[(int)keyword] = offset;
        }
    }

    public void AddObfuscated(long offset) => Obfuscated = Obfuscated.And(offset);

    public void AddHugeColors(long offset) => HugeColors = HugeColors.And(offset);

    public PdfKeywords ToKeywords() => new(ImmutableArray.Create(_counts));
}
