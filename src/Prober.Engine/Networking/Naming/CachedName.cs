namespace Prober.Engine.Networking.Naming;

/// <summary>A cached name. Times are milliseconds of the monotonic clock; readers and writers hold its lock.</summary>
internal sealed class CachedName(string host)
{
    /// <summary>A name that nobody uses is forgotten after this time at the earliest: longer than any usual interval.</summary>
    private const long MinIdle = 2 * 60 * 60 * 1000;

    /// <summary>How long before it is needed a name is refreshed.</summary>
    private const long MaxLead = 2000;

    /// <summary>The time between two attempts, whatever fails.</summary>
    private const long MinPause = 1000;

    private long _askedAt;

    /// <summary>The time between the last two requests for it; null before the second one.</summary>
    private long? _gap;

    private long _expires;
    private long _lead;
    private long _answeredAt;
    private bool _isAlwaysAsked;

    public string Host => host;

    public Resolution? Known { get; private set; }

    /// <summary>The running query; null for none.</summary>
    public Task<Resolution>? Asking { get; set; }

    public bool IsFresh(long now) => Known is not null && now < _expires;

    /// <summary>When the resolver checks it next; later than all times if it does not.</summary>
    public long Wakes { get; set; } = long.MaxValue;

    /// <param name="always">Whether the caller accepts no cached answer, so that there is nothing to refresh.</param>
    public void Asked(long now, bool isFirst, bool always)
    {
        _isAlwaysAsked = always;
        _gap = isFirst ? null : now - _askedAt;
        _askedAt = now;
    }

    public void Answered(Resolution resolution, long now, long kept)
    {
        _answeredAt = now;
        Asking = null;
        if (resolution.Status == ResolutionStatus.Unreachable && IsFresh(now))
        {
            return; // the earlier answer is still valid
        }

        (Known, _expires, _lead) = (resolution, now + kept, Math.Min(MaxLead, kept / 4));
    }

    /// <summary>
    /// When to query the name so that its next user does not wait: just before it expires, or just before it is needed, whichever is later.
    /// </summary>
    public long RefreshAt => Math.Max(
        _answeredAt + MinPause,
        _gap is { } gap && !_isAlwaysAsked ? Math.Max(_expires, _askedAt + gap) - _lead : _askedAt + MinIdle);

    public bool IsIdle(long now) => now - _askedAt > Math.Max(MinIdle, 3 * (_gap ?? 0));
}
