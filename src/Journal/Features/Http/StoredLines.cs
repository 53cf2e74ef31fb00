using System.Text.Json.Serialization;

namespace Journal.Features.Http;

/// <summary>What became of the lines of a request. They are in order; lines of other senders may stand between them.</summary>
/// <param name="First">Sequence of the first one.</param>
/// <param name="Count">Lines that are stored.</param>
/// <param name="Frame">Index of the frame that holds the last one.</param>
internal sealed record StoredLines(long First, int Count, long Frame)
{
    public const string ProofsAreLate =
        "All lines are stored, and no checkpoint has covered them in time: do not send them again. "
        + "Later, journal prove makes their proofs.";

    /// <summary>
    /// Where the lines are, in their order, when they are not all neighbours in one frame. Null too when other senders' lines stand
    /// between so many of them that the list would be too long: fewer lines in a request have one.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<LineRange>? Ranges { get; init; }

    /// <summary>The proofs of the lines in their order, when they were asked for; <c>journal check</c> checks them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Proofs { get; init; }

    /// <summary>Why proofs that were asked for are not there.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Note { get; init; }
}

/// <summary>Lines that are neighbours.</summary>
/// <param name="First">Sequence of the first one.</param>
/// <param name="Count">How many they are.</param>
/// <param name="Frame">Index of their frame.</param>
internal sealed record LineRange(long First, int Count, long Frame);
