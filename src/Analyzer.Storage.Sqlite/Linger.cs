namespace Analyzer.Storage.Sqlite;

/// <summary>
/// How long an open transaction waits for more. Submitters who got their answers send again a moment later; committing for the first of
/// them alone would make all the others wait for two flushes. So as long as fewer came than a third of those that lately were under way, wait
/// for them: a third is flushed while the others are at work and on their way. With 64 submitters over HTTP/2 it was an eighth fewer saves with half or
/// a fifth of them, and a quarter fewer with all. But never wait longer than half of what a flush takes, rounded up to a whole millisecond, since
/// waits are counted in these.
/// </summary>
internal sealed class Linger
{
    /// <summary>A third of the writes that were under way when the last flush ended.</summary>
    public int Expected { get; private set; }

    public TimeSpan Patience { get; private set; }

    /// <param name="size">Writes that the flush covered.</param>
    /// <param name="waiting">Writes that came while it ran.</param>
    /// <param name="elapsed">What the flush took.</param>
    public void Flushed(int size, int waiting, TimeSpan elapsed)
    {
        Expected = (size + waiting + 2) / 3;
        Patience = TimeSpan.FromMilliseconds(Math.Ceiling(elapsed.TotalMilliseconds / 2));
    }
}
