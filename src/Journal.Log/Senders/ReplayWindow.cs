namespace Journal.Log.Senders;

/// <summary>
/// The numbers of a sender that have arrived: none is accepted twice, a late one is accepted while it is within the window, and one that
/// leaves the window without having arrived is missing.
/// </summary>
/// <param name="session">The last known session; 0 for none.</param>
/// <param name="last">Its highest number. All earlier ones count as arrived.</param>
/// <param name="isExact">
/// Whether nothing arrived after it. Otherwise the numbers up to the first one that arrives now are unknown: they are accepted, and never
/// count as missing.
/// </param>
public sealed class ReplayWindow(uint session = 0, uint last = 0, bool isExact = true)
{
    public const int Width = 1024;
    private const int Bits = 64;

    /// <summary>A bit for each of the last numbers, at its remainder.</summary>
    private readonly ulong[] _seen = [.. Enumerable.Repeat(ulong.MaxValue, Width / Bits)];

    private bool _isExact = isExact;

    /// <summary>Up to this number of the session, missing ones are not counted.</summary>
    private uint _unknown;

    public uint Session { get; private set; } = session;

    public uint Last { get; private set; } = last;

    /// <summary>Whether the session may have begun before this journal started: then datagrams may be repeated.</summary>
    public bool IsResumed { get; private set; } = session > 0;

    /// <summary>A cheap check that proves nothing.</summary>
    public bool MayTake(uint session, uint count) =>
        session > Session ? count > 0
        : session == Session && count > 0 && (count > Last || (Last - count < Width && !Has(count)));

    /// <summary>Records a number that is proven to be the sender's.</summary>
    /// <returns>The number of datagrams that are now known to be missing.</returns>
    public long Take(uint session, uint count)
    {
        var missing = 0L;
        if (session > Session)
        {
            missing = End();
            (Session, Last, _unknown, IsResumed) = (session, 0, 0, !_isExact && count > 1);
        }

        if (!_isExact)
        {
            (_unknown, _isExact) = (count - 1, true);
        }

        if (count > Last)
        {
            missing += Advance(count);
        }

        _seen[count % Width / Bits] |= 1UL << (int)(count % Bits);
        return missing;
    }

    /// <summary>The session is over.</summary>
    /// <returns>The number of missing ones among the last numbers.</returns>
    public long End()
    {
        var missing = Unseen();
        Array.Fill(_seen, ulong.MaxValue);
        return missing;
    }

    private long Advance(uint count)
    {
        var missing = 0L;
        if (count - Last >= Width)
        {
            missing = Unseen() + Math.Max(0, (long)count - Width - Math.Max(Last, _unknown));
            Array.Clear(_seen);
        }
        else
        {
            for (var ahead = 1u; ahead <= count - Last; ahead++)
            {
                var next = Last + ahead;
                missing += Has(next) || (long)next - Width <= _unknown ? 0 : 1; // the number that had this place before
                _seen[next % Width / Bits] &= ~(1UL << (int)(next % Bits));
            }
        }

        Last = count;
        return missing;
    }

    private bool Has(uint count) => (_seen[count % Width / Bits] & (1UL << (int)(count % Bits))) != 0;

    private long Unseen()
    {
        var missing = 0L;
        for (var number = Math.Max(_unknown, (long)Last - Width) + 1; number <= Last; number++)
        {
            missing += Has((uint)number) ? 0 : 1;
        }

        return missing;
    }
}
