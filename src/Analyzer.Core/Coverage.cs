namespace Analyzer.Core;

/// <summary>How much of a file an engine has examined. A report says clean only when nothing that can act was left out.</summary>
public sealed record Coverage
{
    /// <summary>Streams in the file.</summary>
    public required long Streams { get; init; }

    /// <summary>Streams that were decoded: object streams, scripts, embedded files.</summary>
    public required long Opened { get; init; }

    public required SkippedStreams Skipped { get; init; }

    /// <summary>
    /// Object streams that were not opened, or not to their end, or hold objects that are cut. Objects that a reader may find by their
    /// offset and that were not read, or not to their end, as those in another stream's data, may be such and count as well.
    /// </summary>
    public required long UnopenedObjectStreams { get; init; }

    /// <summary>Scripts whose text was not found, or not read to its end.</summary>
    public required long UnreadScripts { get; init; }

    /// <summary>Actions on opening or on an event whose target is not in the file, or was not remembered.</summary>
    public required long ActionsWithoutTarget { get; init; }

    /// <summary>Bytes that the opened streams were decoded to.</summary>
    public required long DecodedBytes { get; init; }
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
    long Image, long Font, long Other, long UnknownFilter, long OverLimit, long Encrypted, long Broken);
