namespace Prober.Engine.Networking.Naming;

/// <summary>A name that was asked for. Times are milliseconds of the monotonic clock; whoever reads or writes holds its lock.</summary>
internal sealed class CachedName(string host)
{
    /// <summary>A name that nobody asks for is forgotten after this at the earliest: longer than any usual interval.</summary>
    private const long MinIdle = 2 * 60 * 60 * 1000;

    /// <summary>Asked for again so long before it is needed.</summary>
    private const long MaxLead = 2000;

    /// <summary>Between two tries, whatever goes wrong.</summary>
    private const long MinPause = 1000;

    private long _askedAt;

    /// <summary>From the last but one time that somebody asked to the last; null before the second time.</summary>
    private long? _gap;

    private long _expires;
    private long _lead;
    private long _answeredAt;
    private bool _isAlwaysAsked;

    public string Host => host;

    public Resolution? Known { get; private set; }

    /// <summary>The question under way; null for none.</summary>
    public Task<Resolution>? Asking { get; set; }

    public bool IsFresh(long now) => Known is not null && now < _expires;

    /// <summary>When the resolver looks at it next; later than all times while it does not.</summary>
    public long Wakes { get; set; } = long.MaxValue;

    /// <param name="always">Whoever asks takes no kept answer: there is nothing to refresh.</param>
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
            return; // the earlier answer still holds
        }

        (Known, _expires, _lead) = (resolution, now + kept, Math.Min(MaxLead, kept / 4));
    }

    /// <summary>
    /// When the name has to be asked for, so that the next one who needs it does not wait: just before it expires, or just before it is
    /// needed, whichever comes later.
    /// </summary>
    public long RefreshAt => Math.Max(
        _answeredAt + MinPause,
        _gap is { } gap && !_isAlwaysAsked ? Math.Max(_expires, _askedAt + gap) - _lead : _askedAt + MinIdle);

    public bool IsIdle(long now) => now - _askedAt > Math.Max(MinIdle, 3 * (_gap ?? 0));
}
