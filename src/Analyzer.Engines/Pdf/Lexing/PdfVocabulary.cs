using System.Buffers;
using System.Text;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>Defines what PDFiD takes for a word, and which words it counts.</summary>
internal static class PdfVocabulary
{
    public const int LongestKeyword = 12;

    private const string LettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    /// <summary>
    /// Letters, digits, and 0xDF: PDFiD asks whether a character's upper case sorts between A and Z, and that of ß (0xDF in
    /// Latin-1) is "SS", which does. PDF's own rule for names (ISO 32000-2, 7.2.3) is wider; the counters would differ under it.
    /// </summary>
    public static readonly SearchValues<byte> WordBytes = WordBytesAnd("");

    public static readonly SearchValues<byte> WordBytesAndNumberSign = WordBytesAnd("#");

    private static readonly bool[] IsWordByte = [.. Enumerable.Range(0, 256).Select(value => WordBytes.Contains((byte)value))];

    public static bool IsWord(byte value) => IsWordByte[value];

    /// <param name="word">A word that no solidus precedes; case matters.</param>
    public static PdfKeyword FindOperator(ReadOnlySpan<byte> word) => word.Length switch
    {
        3 when word.SequenceEqual("obj"u8) => PdfKeyword.Obj,
        4 when word.SequenceEqual("xref"u8) => PdfKeyword.Xref,
        6 when word.SequenceEqual("endobj"u8) => PdfKeyword.EndObj,
        6 when word.SequenceEqual("stream"u8) => PdfKeyword.Stream,
        7 when word.SequenceEqual("trailer"u8) => PdfKeyword.Trailer,
        9 when word.SequenceEqual("endstream"u8) => PdfKeyword.EndStream,
        9 when word.SequenceEqual("startxref"u8) => PdfKeyword.StartXref,
        _ => PdfKeyword.None,
    };

    /// <param name="name">The name without its solidus, with hex codes decoded; case matters.</param>
    public static PdfKeyword FindName(ReadOnlySpan<byte> name) => name.Length switch
    {
        2 when name.SequenceEqual("JS"u8) => PdfKeyword.JS,
        2 when name.SequenceEqual("AA"u8) => PdfKeyword.AA,
        3 when name.SequenceEqual("XFA"u8) => PdfKeyword.Xfa,
        4 when name.SequenceEqual("Page"u8) => PdfKeyword.Page,
        6 when name.SequenceEqual("ObjStm"u8) => PdfKeyword.ObjStm,
        6 when name.SequenceEqual("Launch"u8) => PdfKeyword.Launch,
        6 when name.SequenceEqual("Colors"u8) => PdfKeyword.Colors,
        7 when name.SequenceEqual("Encrypt"u8) => PdfKeyword.Encrypt,
        8 when name.SequenceEqual("AcroForm"u8) => PdfKeyword.AcroForm,
        9 when name.SequenceEqual("RichMedia"u8) => PdfKeyword.RichMedia,
        10 when name.SequenceEqual("JavaScript"u8) => PdfKeyword.JavaScript,
        10 when name.SequenceEqual("OpenAction"u8) => PdfKeyword.OpenAction,
        11 when name.SequenceEqual("JBIG2Decode"u8) => PdfKeyword.Jbig2Decode,
        12 when name.SequenceEqual("EmbeddedFile"u8) => PdfKeyword.EmbeddedFile,
        _ => PdfKeyword.None,
    };

    private static SearchValues<byte> WordBytesAnd(string others) =>
        SearchValues.Create([.. Encoding.ASCII.GetBytes(LettersAndDigits + others), 0xDF]);
}
