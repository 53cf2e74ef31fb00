using System.Net.Sockets;

namespace Prober.Engine.Networking.Naming;

/// <summary>A cached name. Times are milliseconds of the monotonic clock; readers and writers hold its lock.</summary>
/// <param name="maxStale">How long an answer with addresses may be used beyond its time, while no server can tell.</param>
internal sealed class CachedName(string host, long maxStale)
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

    private Resolution? _known;
    private Resolution? _failure;
    private long _expires;
    private long _failureExpires;
    private long _lead;
    private long _answeredAt;
    private bool _isAlwaysAsked;

    public string Host => host;

    /// <summary>The only family of its addresses; unspecified for the usual order.</summary>
    public AddressFamily Family { get; init; } = AddressFamily.Unspecified;

    /// <summary>The running query; null for none.</summary>
    public Task<Resolution>? Asking { get; set; }

    /// <summary>
    /// What the servers said, or that they could not tell a moment ago; null before the first answer, and after its time.
    /// </summary>
    public Resolution? Current(long now) =>
        _known is not null && now < _expires ? _known
        : _failure is not null && now < _failureExpires ? Stale(now) ?? _failure
        : null;

    /// <summary>The addresses of an answer whose time is over, within the bound; null for none.</summary>
    public Resolution? Stale(long now) =>
        _known is { Status: ResolutionStatus.Found } && now - _expires < maxStale ? _known with { IsStale = true } : null;

    public bool IsNew => _known is null && _failure is null;

    /// <summary>What a name is cached under; a host has no spaces.</summary>
    public static string KeyOf(string host, AddressFamily family) =>
        family == AddressFamily.Unspecified ? host : $"{host} {family}";

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
        if (resolution.Status == ResolutionStatus.Unknown)
        {
            (_failure, _failureExpires) = (resolution, now + kept);
            return; // an earlier answer stays
        }

        (_known, _failure, _expires, _lead) = (resolution, null, now + kept, Math.Min(MaxLead, kept / 4));
    }

    /// <summary>
    /// When to query the name so that its next user does not wait: just before it expires, or just before it is needed, whichever is later.
    /// </summary>
    public long RefreshAt => Math.Max(
        _answeredAt + MinPause,
        _gap is { } gap && !_isAlwaysAsked ? Math.Max(Math.Max(_expires, _failureExpires), _askedAt + gap) - _lead : _askedAt + MinIdle);

    public bool IsIdle(long now) => now - _askedAt > Math.Max(MinIdle, 3 * (_gap ?? 0));
}
