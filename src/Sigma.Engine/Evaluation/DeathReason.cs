namespace Sigma.Engine.Evaluation;

/// <summary>Why an input is not a record.</summary>
public enum DeathReason
{
    /// <summary>Not JSON.</summary>
    Malformed,

    /// <summary>JSON, but not an object.</summary>
    NotAnObject,

    /// <summary>More than <see cref="RecordLimits.MaxDepth"/> levels.</summary>
    TooDeep,

    /// <summary>More than <see cref="RecordLimits.MaxBytes"/>.</summary>
    TooLong,

    BadUtf8,

    /// <summary>An escape such as <c>\ud800</c> without its other half, which no text contains.</summary>
    LoneSurrogate,
}

public static class RecordLimits
{
    public const int MaxBytes = 1 << 20;
    public const int MaxDepth = 64;
}
