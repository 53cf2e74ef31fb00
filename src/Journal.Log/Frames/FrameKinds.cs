namespace Journal.Log.Frames;

/// <summary>The flags of a frame.</summary>
[Flags]
public enum FrameKinds
{
    None = 0,

    /// <summary>It says that the journal lives and what it has lost; it holds no records.</summary>
    Heartbeat = 1,

    /// <summary>The first one after something was cut off the end; <see cref="FrameHeader.Detail"/> says how many bytes.</summary>
    AfterRecovery = 2,
    FirstOfEpoch = 4,
    LastOfSegment = 8,

    /// <summary>The clock was set back before it was closed: sequence decides, not time.</summary>
    ClockSetBack = 16,

    /// <summary>A segment is deleted, by retention; <see cref="FrameHeader.Detail"/> is its first frame.</summary>
    Retention = 32,
}
