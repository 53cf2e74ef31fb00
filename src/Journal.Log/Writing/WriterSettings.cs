namespace Journal.Log.Writing;

/// <summary>How a journal is written.</summary>
public sealed record WriterSettings
{
    /// <summary>A segment of that size is ended.</summary>
    public long MaxSegmentBytes { get; init; } = 256 << 20;

    /// <summary>A segment of that age is ended, and an epoch too.</summary>
    public TimeSpan MaxAge { get; init; } = TimeSpan.FromHours(1);

    /// <summary>After so long without a frame one without records says that the journal lives.</summary>
    public TimeSpan Heartbeat { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>A frame is closed so long after its first record, if nobody waits for it.</summary>
    public TimeSpan CloseAfter { get; init; } = TimeSpan.FromMilliseconds(10);

    /// <summary>The least time between two checkpoints.</summary>
    public TimeSpan CheckpointInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Batches of 256 KiB that wait for the disk, at most.</summary>
    public int Batches { get; init; } = 32;

    /// <summary>Opens segments' files; tests open ones that fail.</summary>
    public Func<string, ISegmentFile> CreateFile { get; init; } = SegmentFile.Create;
}
