namespace Journal.Log.Frames;

/// <summary>What was noticed about a record when it arrived. The two lowest bits are one number: what it looks like.</summary>
[Flags]
public enum RecordMarks
{
    None = 0,
    Rfc3164 = 1,
    Rfc5424 = 2,
    Json = 3,
    Truncated = 4,

    /// <summary>It holds a NUL, or is no UTF-8.</summary>
    NotText = 8,

    /// <summary>The numbers of its source jumped.</summary>
    NumberJumped = 16,

    /// <summary>It came in a session that was resumed, and may have come before.</summary>
    Resumed = 32,
    Suspicious = Truncated | NotText | NumberJumped | Resumed,
}
