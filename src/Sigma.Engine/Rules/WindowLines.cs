namespace Sigma.Engine.Rules;

/// <summary>
/// Times at which the windows of a group begin anew. Windows that are judged at their end follow each other, so the beginning of each
/// depends on all earlier ones: without these lines, a second reading of the matches would have to begin with the very first one.
/// </summary>
internal static class WindowLines
{
    /// <summary>So rare that a group with pauses hardly meets one, and so frequent that little has to be read again.</summary>
    private const int Timespans = 8;

    public static TimeSpan Distance(TimeSpan timespan) => timespan * Timespans;

    /// <returns>The first line after a time, in ticks.</returns>
    public static long After(long ticks, TimeSpan timespan)
    {
        var distance = Distance(timespan).Ticks;
        return ((ticks / distance) + 1) * distance;
    }
}
