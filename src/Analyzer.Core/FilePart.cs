using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>
/// Something that lies inside a file and was analysed by itself: an attachment, an entry of an archive, an embedded object.
/// </summary>
public sealed record FilePart
{
    /// <summary>As the file around it names it, without control characters, 256 characters at most; null when it gives no name.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Name { get; init; }

    /// <summary>Bytes from the start of the file or part around it to where this one begins.</summary>
    public required long Offset { get; init; }

    /// <summary>Recognized from the content; null when nothing of the content was read.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? MediaType { get; init; }

    /// <summary>Bytes, decoded; null when it was not read to its end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Size { get; init; }

    /// <summary>The hash of these bytes; null when it was not read to its end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FileId? Sha256 { get; init; }

    /// <summary>The worst of this part itself and the parts inside it.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>The points of its own findings, or those of the part inside it that has the most.</summary>
    public required int Score { get; init; }

    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>Why it was not examined as a whole; null when it was.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<UnableReason>? Unable { get; init; }

    /// <summary>What lies inside this part; null when there is nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<FilePart>? Parts { get; init; }
}
