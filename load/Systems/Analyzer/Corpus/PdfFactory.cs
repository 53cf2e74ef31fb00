using Load.Statistics;

namespace Load.Systems.Analyzer.Corpus;

/// <summary>
/// Makes valid PDF documents of an exact size, the same bytes for the same seed: a catalog, a page tree, a font, and per page a text and
/// a picture that share the bytes the frame leaves free.
/// </summary>
internal static class PdfFactory
{
    private const int BytesPerPage = 256 * 1024;
    private const int TextPerPage = 4096;
    private const int PictureWidth = 256;

    // 1 catalog, 2 page tree, 3 font, then the structures, then three objects per page.
    private const int FirstStructure = 4;
    private const int ObjectsPerPage = 3;

    /// <param name="size">Bytes of the file.</param>
    /// <param name="content">The structures that it carries.</param>
    /// <param name="seed">The seed of text and pictures.</param>
    /// <exception cref="ArgumentOutOfRangeException">Not even the frame fits, or it is more than an array holds.</exception>
    public static SourceFile Create(long size, PdfContent content, ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(size, Array.MaxLength);
        var pages = (int)(size / BytesPerPage) + 1;
        var frame = new PdfWriter(destination: null);
        Write(frame, content, seed, new int[pages], new int[pages]);
        var free = (int)size - frame.Position;
        if (free < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(size), size, $"A PDF with {content} content has at least {frame.Position} bytes.");
        }

        var pictures = new int[pages];
        var texts = new int[pages];
        for (var page = 0; page < pages; page++)
        {
            var share = free / pages + (page < free % pages ? 1 : 0);
            pictures[page] = Math.Max(0, share - TextPerPage) / PictureWidth * PictureWidth;
            texts[page] = share - pictures[page];
        }

        var bytes = new byte[size];
        var nonce = Write(new PdfWriter(bytes), content, seed, texts, pictures);
        return new SourceFile($"{content}", bytes, knownLength: bytes.Length, nonce, RightVerdict.Of(content));
    }

    private static int Write(PdfWriter writer, PdfContent content, ulong seed, int[] texts, int[] pictures)
    {
        var firstPage = FirstStructure + PdfStructures.Count(content);
        var kids = string.Join(' ', Enumerable.Range(0, texts.Length).Select(page => $"{firstPage + ObjectsPerPage * page} 0 R"));
        writer.Header();
        writer.Object(1, $"<< /Type /Catalog /Pages 2 0 R {PdfStructures.CatalogEntries(content, FirstStructure)}>>");
        writer.Object(2, $"<< /Type /Pages /Count {texts.Length} /Kids [{kids}] >>");
        writer.Object(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
        PdfStructures.Write(writer, content, FirstStructure);
        for (var page = 0; page < texts.Length; page++)
        {
            WritePage(writer, firstPage + ObjectsPerPage * page, new SplitMix64(seed + (ulong)page).Next(), texts[page], pictures[page]);
        }

        return writer.Close(PdfStructures.TrailerEntries(content), SourceFile.EmptyNonce);
    }

    private static void WritePage(PdfWriter writer, int first, ulong seed, int text, int picture)
    {
        writer.Object(first, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] " +
            $"/Resources << /Font << /F1 3 0 R >> /XObject << /Im1 {first + 2} 0 R >> >> /Contents {first + 1} 0 R >>");
        writer.Stream(first + 1, "", text, bytes => Filler.Text(bytes.Span, seed));
        writer.Stream(first + 2, $"/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 /Width {PictureWidth} " +
            $"/Height {PdfWriter.Field(picture / PictureWidth)}", picture, bytes => Filler.Picture(bytes.Span, ~seed));
    }
}
