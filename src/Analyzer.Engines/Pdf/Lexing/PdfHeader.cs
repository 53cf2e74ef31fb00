using System.Buffers;
using System.Text;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>
/// The line that makes a file a PDF: <c>%PDF-1.7</c>. ISO 32000-2, 7.5.2 requires it first; readers and PDFiD accept it anywhere in
/// the first 1024 bytes (Adobe's implementation note 13 to PDF 1.7). Readers take <c>%!PS-Adobe-3.0 PDF-1.7</c> as well (note 14), and some
/// a header in any case; PDFiD takes neither. Such a header has to be the first thing in the file, and so has that of a form's data
/// (<c>%FDF-1.2</c>, 12.7.8), whose objects are those of PDF.
/// </summary>
/// <param name="Offset">Where the line starts.</param>
/// <param name="End">Where counting starts: PDFiD counts neither in the header nor before it.</param>
internal readonly record struct PdfHeader(int Offset, int End)
{
    private const int SearchLength = 1024;

    /// <summary>White space, and the mark of UTF-8.</summary>
    private static readonly SearchValues<byte> Blank = SearchValues.Create([0, 9, 10, 12, 13, 32, 0xEF, 0xBB, 0xBF]);

    // What a first object in the header's own line has before it.
    private static readonly SearchValues<byte> Gaps = SearchValues.Create([0, 9, 12, 32]);

    // When no line ends, PDFiD takes this many bytes for the header.
    private const int MaxLength = 13;

    /// <summary>Enough for the header that is one of PostScript as well.</summary>
    private const int MaxOddLength = 32;

    /// <summary>Whether PDFiD, and some readers, do not take it for one.</summary>
    public bool IsOdd { get; init; }

    /// <summary>Whether the file is data of a form, which readers open together with the document that has the form.</summary>
    public bool IsFormData { get; init; }

    /// <param name="start">The first 1037 bytes of the file or more, or all of it.</param>
    /// <returns>The header, or null when there is none.</returns>
    public static PdfHeader? Find(ReadOnlySpan<byte> start)
    {
        var searched = start[..Math.Min(start.Length, SearchLength)];
        var offset = searched.IndexOf("%PDF"u8);
        if (offset >= 0)
        {
            return new(offset, EndOfLine(start, offset, MaxLength));
        }

        offset = searched.IndexOfAnyExcept(Blank);
        if (offset < 0)
        {
            return null;
        }

        if (searched[offset..].StartsWith("%FDF-"u8))
        {
            return new(offset, EndOfLine(start, offset, MaxLength)) { IsFormData = true };
        }

        return IsOddLine(searched[offset..]) ? new(offset, EndOfLine(start, offset, MaxOddLength)) { IsOdd = true } : null;
    }

    /// <summary>The version as written: the text after the hyphen up to the first byte that is not printable ASCII; may be empty.</summary>
    /// <param name="start">The bytes in which the header was found.</param>
    public string Version(ReadOnlySpan<byte> start)
    {
        var line = start[Offset..End];
        line = IsOdd ? line[(line.IndexOf((byte)' ') + 1)..] : line["%"u8.Length..];
        line = line.StartsWith("%"u8) ? line[1..] : line;
        var version = IsFormData || IsMark(line) ? line["PDF-"u8.Length..] : [];
        var end = version.IndexOfAnyExceptInRange((byte)'!', (byte)'~');
        return Encoding.ASCII.GetString(end < 0 ? version : version[..end]);
    }

    private static int EndOfLine(ReadOnlySpan<byte> start, int offset, int maxLength)
    {
        var line = start[offset..Math.Min(start.Length, offset + maxLength)];
        var lineEnd = line.IndexOfAny((byte)'\r', (byte)'\n');
        line = lineEnd < 0 ? line : line[..lineEnd];
        var gap = line.IndexOfAny(Gaps);
        return offset + (gap >= 0 && gap + 1 < line.Length && char.IsAsciiDigit((char)line[gap + 1]) ? gap : line.Length);
    }

    private static bool IsOddLine(ReadOnlySpan<byte> line) =>
        line[0] == '%' && (IsMarkWithVersion(line[1..]) || IsPostScript(line[1..]));

    private static bool IsPostScript(ReadOnlySpan<byte> line)
    {
        const string PostScript = "!PS-Adobe-N.n ";
        return line.Length > PostScript.Length && Ascii.EqualsIgnoreCase(line[..10], "!PS-Adobe-"u8) && line[13] == ' '
            && IsMarkWithVersion(line[PostScript.Length..]);
    }

    // The words %pdflatex and the like begin lines of other files.
    private static bool IsMarkWithVersion(ReadOnlySpan<byte> line) => IsMark(line) && line.Length > 4 && char.IsAsciiDigit((char)line[4]);

    private static bool IsMark(ReadOnlySpan<byte> line) => line.Length >= 4 && Ascii.EqualsIgnoreCase(line[..4], "PDF-"u8);
}
