namespace Journal.Log.Verifying;

/// <summary>The state of a frame.</summary>
public enum FrameState
{
    /// <summary>The frame is missing, and no signed frame says that it was deleted.</summary>
    Missing,

    /// <summary>Its bytes are those that were signed.</summary>
    Proven,

    /// <summary>No checkpoint covers it yet.</summary>
    NotYetProven,

    /// <summary>Retention deleted it, and this is signed.</summary>
    Pruned,
    Damaged,

    /// <summary>
    /// A record was destroyed on purpose, and this is signed: the stored bytes are gone, and what is left of them is beside.
    /// </summary>
    Redacted,
}

/// <summary>Consecutive frames with the same state.</summary>
/// <param name="LastFrame">Included.</param>
/// <param name="FirstSequence">Null when no header has it.</param>
/// <param name="NextSequence">The same.</param>
/// <param name="ClosedAt">When the last of them was closed, in microseconds since 1970; null when no header has it.</param>
public sealed record FrameZone(
    FrameState State, long FirstFrame, long LastFrame, long? FirstSequence, long? NextSequence, long? ClosedAt);

/// <summary>The result of a verification.</summary>
/// <param name="Origin">The log's name.</param>
/// <param name="SelfVouched">The key was taken from the folder itself.</param>
/// <param name="SignedFrames">The number of frames that the checkpoint covers; null without a valid checkpoint.</param>
/// <param name="AnchoredFrames">Frames that the largest anchor covers; null when none was given.</param>
/// <param name="Zones">The zones in order, as far as they are listed.</param>
/// <param name="Damages">All damage, as far as it is listed.</param>
/// <param name="TornBytes">Bytes after the last whole frame, from a crash or a running writer.</param>
public sealed record VerifyReport(
    string Origin, bool SelfVouched, long? SignedFrames, long? AnchoredFrames, IReadOnlyList<FrameZone> Zones,
    IReadOnlyList<Damage> Damages, long TornBytes)
{
    /// <summary>The longest lists of a report: in a completely damaged journal each frame would be an entry.</summary>
    public const int MaxListed = 10_000;

    /// <summary>Damaged places beyond those that are listed.</summary>
    public long OmittedDamages { get; init; }

    /// <summary>Zones beyond those that are listed.</summary>
    public long OmittedZones { get; init; }

    /// <summary>Frames of segments that are not for the reader's key: only their encrypted bytes were checked.</summary>
    public long UnopenedFrames { get; init; }

    /// <summary>Frames that closed earlier than the one before them: the machine's clock was set back in between.</summary>
    public long ClockSetBacks { get; init; }

    /// <summary>The first of these frames; null without one.</summary>
    public long? FirstClockSetBack { get; init; }

    public bool IsSound => Damages.Count == 0;

    /// <summary>Whether the anchors cover everything that is proven; true without anchors.</summary>
    public bool IsAnchored => AnchoredFrames is null || AnchoredFrames >= SignedFrames;
}
