using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Net.Sockets;

namespace Prober.Engine.Networking.Naming;

/// <summary>
/// The prober's own resolver. Each name is queried once, however many wait for it. Its answer, also a negative one, is kept for its time to
/// live (1 s to 1 h), and a name that is used repeatedly is refreshed just before it is needed. While no server can tell, addresses of
/// earlier answers are used beyond their time, marked as stale (RFC 8767).
/// </summary>
public sealed class CachingResolver : IResolver, IDisposable
{
    private const int MaxNames = 200_000;
    private const long HostsPeriod = 5000;

    /// <summary>How long a stale answer waits for a fresh one: longer than a server at hand takes, and far below any time-out.</summary>
    private static readonly TimeSpan StalePatience = TimeSpan.FromMilliseconds(300);

    private readonly TimeProvider _time;
    private readonly ResolverSettings _settings;
    private readonly NameLookup _lookup;
    private readonly long _origin;
    private readonly ConcurrentDictionary<string, CachedName> _names = new(StringComparer.OrdinalIgnoreCase);
    private readonly PriorityQueue<CachedName, long> _refreshes = new();
    private volatile HostsFile _hosts = HostsFile.Parse([]);
    private DateTime _hostsChanged;
    private long _hostsReadAt;

    public CachingResolver(ResolverSettings settings, TimeProvider time)
    {
        (_settings, _time, _origin) = (settings, time, time.GetTimestamp());
        _lookup = new(settings, time);
        ReadHosts();
    }

    /// <summary>The number of known names.</summary>
    public int Names => _names.Count;

    public long Queries => _lookup.Queries;

    /// <summary>Queries that no server answered.</summary>
    public long Unanswered => _lookup.Unanswered;

    private long Now => (long)_time.GetElapsedTime(_origin).TotalMilliseconds;

    public ValueTask<Resolution> ResolveAsync(string host, bool always, AddressFamily family = AddressFamily.Unspecified)
    {
        if (_hosts.Find(host, family) is { } addresses)
        {
            return new(addresses.Length > 0 ? Resolution.Found(addresses) : Resolution.NoSuchName);
        }

        var isFirst = false;
        var key = CachedName.KeyOf(host, family);
        if (!_names.TryGetValue(key, out var name))
        {
            if (_names.Count >= MaxNames)
            {
                return new(FindAsync(host, family));
            }

            name = _names.GetOrAdd(key, _ => new(host, (long)_settings.MaxStale.TotalMilliseconds) { Family = family });
            isFirst = name.IsNew;
        }

        lock (name)
        {
            var now = Now;
            name.Asked(now, isFirst, always);
            if (always || name.Current(now) is not { } current)
            {
                var asking = AskAsync(name);
                return new(!always && name.Stale(now) is { } stale ? AwaitAsync(asking, stale) : asking);
            }

            Schedule(name);
            return new(current);
        }
    }

    /// <summary>Refreshes names that will be needed, and forgets unused ones; called repeatedly, by one thread.</summary>
    public void Sweep()
    {
        var now = Now;
        if (now - _hostsReadAt >= HostsPeriod)
        {
            _hostsReadAt = now;
            ReadHosts();
        }

        while (TryTake(now, out var name))
        {
            Look(name, now);
        }
    }

    public void Dispose() => _lookup.Dispose();

    private bool TryTake(long now, [NotNullWhen(true)] out CachedName? name)
    {
        lock (_refreshes)
        {
            return _refreshes.TryPeek(out name, out var at) && at <= now && _refreshes.TryDequeue(out name, out _);
        }
    }

    /// <summary>An entry that is checked early stays, and gets its later time then. The caller holds the name's lock.</summary>
    private void Schedule(CachedName name)
    {
        if (name.RefreshAt is var at && at < name.Wakes)
        {
            name.Wakes = at;
            lock (_refreshes)
            {
                _refreshes.Enqueue(name, at);
            }
        }
    }

    private void Look(CachedName name, long now)
    {
        lock (name)
        {
            if (now < name.Wakes)
            {
                return; // Its time was moved, and another entry has the new one.
            }

            name.Wakes = long.MaxValue;
            if (name.IsIdle(now) && name.Current(now) is null && name.Asking is null)
            {
                _names.TryRemove(CachedName.KeyOf(name.Host, name.Family), out _);
            }
            else if (name.RefreshAt > now)
            {
                Schedule(name);
            }
            else
            {
                _ = AskAsync(name); // It is scheduled again when it is answered.
            }
        }
    }

    /// <summary>The caller holds the name's lock.</summary>
    private Task<Resolution> AskAsync(CachedName name)
    {
        // On another thread, because the caller may be the engine's thread.
        return name.Asking ??= Task.Run(async () =>
        {
            var (resolution, kept) = await LookUpAsync(name);
            lock (name)
            {
                name.Answered(resolution, Now, (long)kept.TotalMilliseconds);
                Schedule(name);
            }

            return resolution;
        });
    }

    /// <summary>Whatever happens, the question has to end: otherwise nobody could ask for the name again.</summary>
    private async Task<(Resolution Resolution, TimeSpan Kept)> LookUpAsync(CachedName name)
    {
        try
        {
            return await _lookup.FindAsync(name.Host, name.Family);
        }
        catch (Exception exception)
        {
            return (Resolution.Unknown($"the prober itself failed: {exception.GetType().Name}"), TimeSpan.Zero);
        }
    }

    private async Task<Resolution> AwaitAsync(Task<Resolution> asking, Resolution stale)
    {
        try
        {
            var answer = await asking.WaitAsync(StalePatience, _time);
            return answer.Status == ResolutionStatus.Unknown ? stale : answer;
        }
        catch (TimeoutException)
        {
            return stale;
        }
    }

    private async Task<Resolution> FindAsync(string host, AddressFamily family) => (await _lookup.FindAsync(host, family)).Resolution;

    private void ReadHosts()
    {
        if (_settings.HostsPath is not { } path)
        {
            return;
        }

        try
        {
            var changed = File.GetLastWriteTimeUtc(path);
            if (changed != _hostsChanged)
            {
                _hosts = HostsFile.Parse(File.ReadLines(path));
                _hostsChanged = changed;
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The file is missing or being written: the previous contents stay valid.
        }
    }
}
