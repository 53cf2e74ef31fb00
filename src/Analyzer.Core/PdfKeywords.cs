using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>PDFiD's 21 counters, under PDFiD's names and in PDFiD's order (Didier Stevens, pdfid 0.2.x).</summary>
/// <param name="Counts">21 counts, in the order of <see cref="Names"/>.</param>
[JsonConverter(typeof(PdfKeywordsJsonConverter))]
public readonly record struct PdfKeywords(ImmutableArray<long> Counts)
{
    public static ImmutableArray<string> Names { get; } =
    [
        "obj", "endobj", "stream", "endstream", "xref", "trailer", "startxref", "/Page", "/Encrypt", "/ObjStm", "/JS",
        "/JavaScript", "/AA", "/OpenAction", "/AcroForm", "/JBIG2Decode", "/RichMedia", "/Launch", "/EmbeddedFile", "/XFA",
        "/Colors > 2^24",
    ];

    /// <summary>The count under one of <see cref="Names"/>.</summary>
    /// <exception cref="ArgumentException">No counter has that name.</exception>
    public long this[string name] =>
        Names.IndexOf(name) is >= 0 and var index
            ? Counts[index]
            : throw new ArgumentException($"No counter is named '{name}'.", nameof(name));

    public bool Equals(PdfKeywords other) => Counts.AsSpan().SequenceEqual(other.Counts.AsSpan());

    public override int GetHashCode() => Counts.IsDefaultOrEmpty ? 0 : HashCode.Combine(Counts[0], Counts[^1]);
}
