namespace Analyzer.Storage.Sqlite;

/// <summary>
/// How long an open transaction waits for more. Submitters who got their answers send again a moment later; committing for the first of
/// them alone would make all the others wait for two flushes. So as long as fewer came than lately were under way together, wait for
/// them, but never longer than half of what a flush takes, rounded up to a whole millisecond, since waits are counted in these.
/// </summary>
internal sealed class Linger
{
    /// <summary>Writes that were under way together when the last flush ended.</summary>
    public int Expected { get; private set; }

    public TimeSpan Patience { get; private set; }

    /// <param name="size">Writes that the flush covered.</param>
    /// <param name="waiting">Writes that came while it ran.</param>
    /// <param name="elapsed">What the flush took.</param>
    public void Flushed(int size, int waiting, TimeSpan elapsed)
    {
        Expected = size + waiting;
        Patience = TimeSpan.FromMilliseconds(Math.Ceiling(elapsed.TotalMilliseconds / 2));
    }
}
