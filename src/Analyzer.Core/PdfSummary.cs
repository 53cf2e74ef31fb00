using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>What the engine found in a file with a PDF header.</summary>
/// <param name="Version">The header's version as written, such as <c>1.5</c>.</param>
/// <param name="Keywords">How often each keyword occurs in the file's bytes.</param>
/// <param name="Obfuscated">How many of those were spelled with hex codes (<c>/J#61vaScript</c>).</param>
public sealed record PdfSummary(string Version, PdfKeywords Keywords, long Obfuscated)
{
    /// <summary>How often each keyword occurs inside object streams; null when there are none, and in reports of older engines.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PdfKeywords? Inside { get; init; }

    /// <summary>How it is encrypted; null when it is not, and in reports of older engines.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PdfEncryption? Encryption { get; init; }

    /// <summary>The scripts, as far as they fit into 128 KiB together with what is told of each.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<PdfScript>? Scripts { get; init; }

    /// <summary>Scripts that were read, and are not listed because the list is full.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long ScriptsNotListed { get; init; }

    /// <summary>The first embedded files, 64 at most.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<PdfAttachment>? Attachments { get; init; }

    /// <summary>The first distinct URIs and UNC paths, 64 at most.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Links { get; init; }
}

/// <summary>A script in a document.</summary>
/// <param name="Place">Where the script lies.</param>
/// <param name="Length">Characters; of a longer script, those of its first 64 KiB.</param>
/// <param name="Sha256">The hash of these characters as UTF-8.</param>
/// <param name="Text">The first 1,024 characters.</param>
public sealed record PdfScript(Place Place, int Length, FileId Sha256, string Text)
{
    /// <summary>True when the script is longer than the 64 KiB of it that were read.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Cut { get; init; }
}

/// <summary>A file that a document carries.</summary>
/// <param name="Name">The name that the document gives it; null when it gives none, or none that can be read.</param>
/// <param name="Place">Where its stream lies; where it is named when there is no stream, or when the stream was kept no longer.</param>
/// <param name="Size">Bytes; null when it was not decoded to its end, and in an encrypted document.</param>
/// <param name="Sha256">The hash of the decoded bytes; null when they were not decoded to their end, and in an encrypted document.</param>
/// <param name="MediaType">By the first decoded bytes; null when there are none, and in an encrypted document.</param>
/// <param name="Kind">One of executable, script, office, archive, pdf, image, text, other; null without a media type.</param>
public sealed record PdfAttachment(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name,
    Place Place,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Size,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] FileId? Sha256,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? MediaType,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Kind);
