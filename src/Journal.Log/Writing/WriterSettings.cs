namespace Journal.Log.Writing;

/// <summary>The settings of a journal's writer.</summary>
public sealed record WriterSettings
{
    /// <summary>A segment of this size is closed.</summary>
    public long MaxSegmentBytes { get; init; } = 256 << 20;

    /// <summary>A segment of this age is closed, and an epoch too.</summary>
    public TimeSpan MaxAge { get; init; } = TimeSpan.FromHours(1);

    /// <summary>After so long without a frame, a frame without records shows that the journal is alive.</summary>
    public TimeSpan Heartbeat { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long after its first record a frame is closed, if nobody waits for it.</summary>
    public TimeSpan CloseAfter { get; init; } = TimeSpan.FromMilliseconds(10);

    /// <summary>
    /// How long after the last frame the next is closed while somebody waits for it, if the last one had 8 records or more: then lines
    /// come side by side, and one frame for many of them costs less than many frames. A sender that is alone waits for nobody.
    /// </summary>
    public TimeSpan Gather { get; init; } = TimeSpan.FromMilliseconds(5);

    /// <summary>The least time between two checkpoints.</summary>
    public TimeSpan CheckpointInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Batches of 256 KiB that wait for the disk, at most.</summary>
    public int Batches { get; init; } = 32;
}
