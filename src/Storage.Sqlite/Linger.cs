namespace Storage.Sqlite;

/// <summary>
/// How long an open transaction waits for more saves. Submitters that were just answered send again a moment later. Committing for the
/// first of them alone would make all the others wait for two flushes, so wait for a third of the saves that were lately under way: while
/// that third is flushed, the others are at work or on their way. With 64 submitters over HTTP/2, waiting for half or a fifth of them gave
/// an eighth fewer saves, and waiting for all a quarter fewer. Never wait longer than half of a flush, rounded up to a whole millisecond,
/// the unit of waits.
/// </summary>
internal sealed class Linger
{
    /// <summary>A third of the writes that were under way when the last flush ended.</summary>
    public int Expected { get; private set; }

    /// <summary>The longest wait.</summary>
    public TimeSpan Patience { get; private set; }

    /// <param name="size">The writes that the flush covered.</param>
    /// <param name="waiting">The writes that came while it ran.</param>
    /// <param name="elapsed">The time that the flush took.</param>
    public void Flushed(int size, int waiting, TimeSpan elapsed)
    {
        Expected = (size + waiting + 2) / 3;
        Patience = TimeSpan.FromMilliseconds(Math.Ceiling(elapsed.TotalMilliseconds / 2));
    }
}
