using Analyzer.Core;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Writes counts as text, one line for each thing that occurs, so that a difference reads well.</summary>
internal static class Counted
{
    public static string Text(Func<PdfKeyword, Occurrence> keywords, Occurrence obfuscated) => string.Join('\n',
        PdfKeywords.Names.Select((name, i) => Line(name, keywords((PdfKeyword)i)))
            .Append(Line("obfuscated", obfuscated))
            .Where(line => line is not null));

    /// <summary>Counts with the lexer, over bytes that come in pieces.</summary>
    public static string ByLexer(params IEnumerable<ReadOnlyMemory<byte>> pieces)
    {
        var lexer = new PdfLexer();
        foreach (var piece in pieces)
        {
            var anchors = new ulong[PdfAnchors.MaskCount(piece.Length)];
            PdfAnchors.Find(piece.Span, anchors);
            lexer.Append(piece.Span, anchors);
        }

        lexer.Complete();
        return Text(keyword => lexer.Counts[keyword], lexer.Counts.Obfuscated);
    }

    /// <summary>Cuts the bytes; the cuts may be in any order, repeat, or lie outside.</summary>
    public static IEnumerable<ReadOnlyMemory<byte>> Pieces(ReadOnlyMemory<byte> bytes, IEnumerable<int> cuts)
    {
        var start = 0;
        foreach (var cut in cuts.Where(cut => cut >= 0 && cut <= bytes.Length).Append(bytes.Length).Order())
        {
            yield return bytes[start..cut];
            start = cut;
        }
    }

    private static string? Line(string name, Occurrence seen) => seen.Count == 0 ? null : $"{name}: {seen.Count}, first at {seen.Offset}";
}
