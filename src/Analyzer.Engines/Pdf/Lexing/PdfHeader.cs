using System.Text;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>
/// The line that makes a file a PDF: <c>%PDF-1.7</c>. ISO 32000-2, 7.5.2 requires it first; readers and PDFiD accept it anywhere in
/// the first 1024 bytes (Adobe's implementation note 13 to PDF 1.7).
/// </summary>
/// <param name="Offset">Where the line starts.</param>
/// <param name="End">Where counting starts: PDFiD counts neither in the header nor before it.</param>
internal readonly record struct PdfHeader(int Offset, int End)
{
    private const int SearchLength = 1024;

    // When no line ends, PDFiD takes this many bytes for the header.
    private const int MaxLength = 13;

    /// <param name="start">The first 1037 bytes of the file or more, or all of it.</param>
    /// <returns>The header, or null when there is none.</returns>
    public static PdfHeader? Find(ReadOnlySpan<byte> start)
    {
        var offset = start[..Math.Min(start.Length, SearchLength)].IndexOf("%PDF"u8);
        if (offset < 0)
        {
            return null;
        }

        var line = start[offset..Math.Min(start.Length, offset + MaxLength)];
        var lineEnd = line.IndexOfAny((byte)'\r', (byte)'\n');
        return new(offset, offset + (lineEnd < 0 ? line.Length : lineEnd));
    }

    /// <summary>The version as written: the text after the hyphen up to the first byte that is not printable ASCII; may be empty.</summary>
    /// <param name="start">The bytes in which the header was found.</param>
    public string Version(ReadOnlySpan<byte> start)
    {
        var line = start[Offset..End];
        var version = line.StartsWith("%PDF-"u8) ? line["%PDF-"u8.Length..] : [];
        var end = version.IndexOfAnyExceptInRange((byte)'!', (byte)'~');
        return Encoding.ASCII.GetString(end < 0 ? version : version[..end]);
    }
}
