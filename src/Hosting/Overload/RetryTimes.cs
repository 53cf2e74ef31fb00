namespace Hosting.Overload;

/// <summary>
/// When refused clients may return: spread evenly over one to three times a base, whatever their number, so that clients that were refused
/// together do not return together.
/// </summary>
public sealed class RetryTimes(TimeSpan shortest)
{
    private const double Longest = 3;

    /// <summary>The golden ratio's fractional part: its multiples fill an interval evenly, and each falls into the widest gap.</summary>
    private const double Step = 0.6180339887498949;

    private uint _given = uint.MaxValue;

    public TimeSpan Next() => shortest * (1 + (Longest - 1) * (Interlocked.Increment(ref _given) * Step % 1));
}
