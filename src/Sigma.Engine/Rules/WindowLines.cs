namespace Sigma.Engine.Rules;

/// <summary>
/// Times at which the windows of a group begin anew. Windows that are judged when they are over follow each other, and where one begins
/// depends on all before it: without these lines, whoever reads the matches again would have to begin with the first one ever.
/// </summary>
internal static class WindowLines
{
    /// <summary>So rare that a group with pauses hardly meets one, and so near that little is read again.</summary>
    private const int Timespans = 8;

    public static TimeSpan Distance(TimeSpan timespan) => timespan * Timespans;

    /// <returns>The first line after a time, in ticks.</returns>
    public static long After(long ticks, TimeSpan timespan)
    {
        var distance = Distance(timespan).Ticks;
        return ((ticks / distance) + 1) * distance;
    }
}
