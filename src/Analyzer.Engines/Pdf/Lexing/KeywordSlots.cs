namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>The places and excerpts that are kept: of each keyword by its number, and of the names that have hex codes.</summary>
internal static class KeywordSlots
{
    public const int HexCoded = (int)PdfKeyword.Colors + 1;
    public const int Count = HexCoded + 1;
}
