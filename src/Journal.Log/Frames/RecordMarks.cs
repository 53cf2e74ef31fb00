namespace Journal.Log.Frames;

/// <summary>Observations about a record on arrival. The two lowest bits are one number: its format.</summary>
[Flags]
public enum RecordMarks
{
    None = 0,
    Rfc3164 = 1,
    Rfc5424 = 2,
    Json = 3,
    Truncated = 4,

    /// <summary>It contains a NUL, or is not UTF-8.</summary>
    NotText = 8,

    /// <summary>There was a gap in the numbers of its source.</summary>
    NumberJumped = 16,

    /// <summary>It arrived in a resumed session, and may be a repetition.</summary>
    Resumed = 32,
    Suspicious = Truncated | NotText | NumberJumped | Resumed,
}
