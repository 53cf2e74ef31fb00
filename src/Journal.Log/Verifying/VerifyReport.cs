namespace Journal.Log.Verifying;

/// <summary>What is known of a frame.</summary>
public enum FrameState
{
    /// <summary>It is not there, and no signed frame says that it was deleted.</summary>
    Missing,

    /// <summary>Its bytes are those that were signed.</summary>
    Proven,

    /// <summary>No checkpoint covers it yet.</summary>
    NotYetProven,

    /// <summary>Retention deleted it, and signed that.</summary>
    Pruned,
    Damaged,
}

/// <summary>Frames that follow each other and of which the same is known.</summary>
/// <param name="LastFrame">Included.</param>
/// <param name="FirstSequence">Null when no header tells it.</param>
/// <param name="NextSequence">The same.</param>
/// <param name="ClosedAt">When the last of them was closed, in microseconds since 1970; null when no header tells it.</param>
public sealed record FrameZone(
    FrameState State, long FirstFrame, long LastFrame, long? FirstSequence, long? NextSequence, long? ClosedAt);

/// <summary>What a verification found.</summary>
/// <param name="Origin">The log's name.</param>
/// <param name="SelfVouched">The key was taken from the folder itself.</param>
/// <param name="SignedFrames">Frames that the checkpoint covers; null when no checkpoint counts.</param>
/// <param name="AnchoredFrames">Frames that the largest anchor covers; null when none was given.</param>
/// <param name="Zones">In the order of the log, as far as they are listed.</param>
/// <param name="Damages">Everything that is wrong, wherever it is, as far as it is listed.</param>
/// <param name="TornBytes">After the last whole frame: a crash leaves them, or a writer at work.</param>
public sealed record VerifyReport(
    string Origin, bool SelfVouched, long? SignedFrames, long? AnchoredFrames, IReadOnlyList<FrameZone> Zones,
    IReadOnlyList<Damage> Damages, long TornBytes)
{
    /// <summary>Longest lists of a report: on a journal of which nothing is right each frame would be an entry.</summary>
    public const int MaxListed = 10_000;

    /// <summary>Damaged places beyond those that are listed.</summary>
    public long OmittedDamages { get; init; }

    /// <summary>Zones beyond those that are listed.</summary>
    public long OmittedZones { get; init; }

    public bool IsSound => Damages.Count == 0;

    /// <summary>Whether the anchors cover all that is proven; true when none were given.</summary>
    public bool IsAnchored => AnchoredFrames is null || AnchoredFrames >= SignedFrames;
}
