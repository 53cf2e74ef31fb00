using System.Text.Json.Serialization;

namespace Journal.Features.Http;

/// <summary>Where the lines of a request are stored. They are in order; lines of other senders may stand between them.</summary>
/// <param name="First">Sequence of the first one.</param>
/// <param name="Count">Lines that are stored.</param>
/// <param name="Frame">Index of the frame that holds the last one.</param>
internal sealed record StoredLines(long First, int Count, long Frame)
{
    public const string ProofsAreLate =
        "All lines are stored, but no checkpoint covered them in time: do not send them again. "
        + "Make their proofs later with journal prove.";

    /// <summary>
    /// Where the lines are, in order, if they are not consecutive in one frame. Also null if other senders' lines stand between so many of
    /// them that the list would be too long; then send fewer lines in a request.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<LineRange>? Ranges { get; init; }

    /// <summary>The proofs of the lines, in order, if they were requested; <c>journal check</c> checks them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Proofs { get; init; }

    /// <summary>Why requested proofs are missing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Note { get; init; }
}

/// <summary>Consecutive lines.</summary>
/// <param name="First">Sequence of the first one.</param>
/// <param name="Count">How many they are.</param>
/// <param name="Frame">Index of their frame.</param>
internal sealed record LineRange(long First, int Count, long Frame);
