namespace Analyzer.Service.Features.Overload;

/// <summary>
/// When the refused may come back: spread over once to three times a base, evenly whatever their number, so that those who were refused
/// together do not return together.
/// </summary>
internal sealed class RetryTimes(TimeSpan shortest)
{
    private const double Longest = 3;

    /// <summary>The golden ratio's fractional part: its multiples fill an interval evenly, and each falls into the widest gap.</summary>
    private const double Step = 0.6180339887498949;

    private uint _given = uint.MaxValue;

    public TimeSpan Next() => shortest * (1 + (Longest - 1) * (Interlocked.Increment(ref _given) * Step % 1));
}
