namespace Hosting.Listeners;

/// <summary>Decides at each look whether the process is idle, and a collection worth its pause (some 30 ms).</summary>
internal sealed class IdleLooks
{
    /// <summary>So much has to lie waiting for a collection.</summary>
    public const long CollectAt = 16 << 20;

    /// <summary>Between two looks; what health checks and scrapes allocate is far less.</summary>
    public const long IdleAllocation = 8 << 20;

    /// <summary>
    /// Looks without work until there is another collection: what ends a little later than the work, such as connections that are drained,
    /// is still in use at the first one.
    /// </summary>
    public const int UntilRest = 4;

    private int _idle;
    private long _allocated;
    private long _atCollection;
    private long _atRest;

    public bool IsIdle => _idle > 0;

    /// <summary>Another look.</summary>
    /// <param name="allocated">Bytes, since the start of the process.</param>
    public void Look(long allocated)
    {
        _idle = allocated - _allocated < IdleAllocation ? _idle + 1 : 0;
        _allocated = allocated;
    }

    /// <param name="released">Bytes that were let go since the last collection, and of which others may be left.</param>
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
