namespace Journal.Log.Frames;

/// <summary>The flags of a frame.</summary>
[Flags]
public enum FrameKinds
{
    None = 0,

    /// <summary>A heartbeat: it shows that the journal is alive and what was lost; it holds no records.</summary>
    Heartbeat = 1,

    /// <summary>The first frame after bytes were cut off the end; <see cref="FrameHeader.Detail"/> says how many.</summary>
    AfterRecovery = 2,
    FirstOfEpoch = 4,
    LastOfSegment = 8,

    /// <summary>The clock was set back before it was closed: the sequence decides, not the time.</summary>
    ClockSetBack = 16,

    /// <summary>Retention deletes a segment; <see cref="FrameHeader.Detail"/> is its first frame.</summary>
    Retention = 32,

    /// <summary>A record was destroyed on purpose; <see cref="FrameHeader.Detail"/> is its frame.</summary>
    Redaction = 64,
}
