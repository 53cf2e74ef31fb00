namespace Hosting.Listeners;

/// <summary>Decides at each check whether the process is idle, and a collection is worth its pause (some 30 ms).</summary>
internal sealed class IdleLooks
{
    /// <summary>So many bytes have to be collectable.</summary>
    public const long CollectAt = 16 << 20;

    /// <summary>The allocation between two checks that still counts as idle; health checks and scrapes allocate far less.</summary>
    public const long IdleAllocation = 8 << 20;

    /// <summary>
    /// Checks without work until another collection: what ends a little later than the work, such as connections that are being drained, is
    /// still in use at the first one.
    /// </summary>
    public const int UntilRest = 4;

    private int _idle;
    private long _allocated;
    private long _atCollection;
    private long _atRest;

    public bool IsIdle => _idle > 0;

    /// <summary>Another check.</summary>
    /// <param name="allocated">Bytes, since the start of the process.</param>
    public void Look(long allocated)
    {
        _idle = allocated - _allocated < IdleAllocation ? _idle + 1 : 0;
        _allocated = allocated;
    }

    /// <param name="released">Bytes that were released since the last collection.</param>
    /// <returns>Whether to collect now.</returns>
    public bool IsDue(long released)
    {
        var rests = _idle == UntilRest && _allocated - _atRest >= CollectAt;
        if (rests)
        {
            _atRest = _allocated;
        }

        var due = rests || released + (IsIdle ? _allocated - _atCollection : 0) >= CollectAt;
        if (due)
        {
            _atCollection = _allocated;
        }

        return due;
    }
}
