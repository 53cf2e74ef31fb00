using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>How much of a file an engine has examined. A report says clean only when nothing that can act was left out.</summary>
/// <remarks>
/// Parts are counted in every type of file, all levels together, and are absent when there are none. The others are those of a PDF.
/// </remarks>
public sealed record Coverage
{
    /// <summary>Streams in the file.</summary>
    public long Streams { get; init; }

    /// <summary>Streams that were decoded: object streams, scripts, embedded files.</summary>
    public long Opened { get; init; }

    public SkippedStreams Skipped { get; init; } = SkippedStreams.None;

    /// <summary>
    /// Object streams that were not opened, or not to their end. Objects that are cut, or that lie in another stream's data, are told by
    /// <see cref="AnalysisReport.Unable"/>.
    /// </summary>
    public long UnopenedObjectStreams { get; init; }

    /// <summary>Scripts whose text was not found, or not read to its end.</summary>
    public long UnreadScripts { get; init; }

    /// <summary>Actions on opening or on an event whose target is not in the file, or was not remembered.</summary>
    public long ActionsWithoutTarget { get; init; }

    /// <summary>Bytes that the opened streams were decoded to.</summary>
    public long DecodedBytes { get; init; }

    /// <summary>What lies inside the file, and inside that: attachments, entries of archives, embedded objects.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long Parts { get; init; }

    /// <summary>Parts that were read to their end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long OpenedParts { get; init; }

    /// <summary>Bytes of parts that were analysed; what lies in several levels counts in each.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long PartBytes { get; init; }
}

/// <summary>Streams that were not decoded, or not to their end, by the reason.</summary>
/// <param name="Image">Pictures.</param>
/// <param name="Font">Fonts.</param>
/// <param name="Other">Page contents, metadata, cross-references: streams that hold no objects and that no script lies in.</param>
/// <param name="UnknownFilter">A filter that is not decoded here, or that lies in an object not seen before it.</param>
/// <param name="OverLimit">Beyond a bound of decoding.</param>
/// <param name="Encrypted">Not decoded in an encrypted document.</param>
/// <param name="Broken">Not what its filter expects, or shorter than its /Length, with no end mark.</param>
public sealed record SkippedStreams(
    long Image, long Font, long Other, long UnknownFilter, long OverLimit, long Encrypted, long Broken)
{
    public static SkippedStreams None { get; } = new(0, 0, 0, 0, 0, 0, 0);
}
