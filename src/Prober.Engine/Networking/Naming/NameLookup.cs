using System.Net;
using System.Net.Sockets;

namespace Prober.Engine.Networking.Naming;

/// <summary>Queries name servers for the addresses of a name: IPv4, and IPv6 if it has no others.</summary>
internal sealed class NameLookup(ResolverSettings settings, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan MinKept = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MaxKept = TimeSpan.FromHours(1);

    /// <summary>RFC 2308 allows a failure to be cached for up to five minutes.</summary>
    private static readonly TimeSpan FailureKept = TimeSpan.FromSeconds(5);

    private readonly QueryPace _pace = new(settings.MaxQueriesPerSecond, time);
    private long _queries;
    private long _unanswered;

    /// <summary>The server that answered last; it is asked first.</summary>
    private volatile int _preferred;

    public long Queries => Interlocked.Read(ref _queries);

    public long Unanswered => Interlocked.Read(ref _unanswered);

    /// <returns>The result, and how long it may be cached.</returns>
    public async Task<(Resolution Resolution, TimeSpan Kept)> FindAsync(string host)
    {
        var result = (Resolution: Resolution.NoSuchName, Kept: FailureKept);
        foreach (var name in Candidates(host).Where(DnsQuestion.IsName))
        {
            result = await FindExactlyAsync(name);
            if (result.Resolution.Status != ResolutionStatus.NoSuchName)
            {
                break;
            }
        }

        return result;
    }

    public void Dispose() => _pace.Dispose();

    private IEnumerable<string> Candidates(string host)
    {
        if (host.EndsWith('.'))
        {
            return [host[..^1]];
        }

        var longer = settings.Search.Select(domain => $"{host}.{domain}");
        return host.Count(letter => letter == '.') < settings.ShortDots ? [.. longer, host] : [host, .. longer];
    }

    private async Task<(Resolution Resolution, TimeSpan Kept)> FindExactlyAsync(string name)
    {
        var negative = FailureKept;
        foreach (var type in new[] { DnsType.A, DnsType.AAAA })
        {
            var (status, answer) = await AskServersAsync(new(name, type));
            if (answer is null)
            {
                return (status == ResolutionStatus.Unreachable ? Resolution.Unreachable : Resolution.ServerFailure, FailureKept);
            }

            var (addresses, seconds) = answer.Addresses();
            if (addresses.Count > 0)
            {
                return (new(ResolutionStatus.Found, [.. addresses.Select(IPAddress.Parse)]), Kept(seconds));
            }

            negative = answer.NegativeTimeToLive is { } least ? Kept(least) : FailureKept;
            if (answer.Status == DnsStatus.NoSuchName)
            {
                break;
            }
        }

        return (Resolution.NoSuchName, negative);
    }

    /// <returns>A positive or negative answer; null when no server gave one.</returns>
    private async Task<(ResolutionStatus Status, DnsMessage? Answer)> AskServersAsync(DnsQuestion question)
    {
        var status = ResolutionStatus.Unreachable;
        for (var round = 0; round < settings.Rounds && status == ResolutionStatus.Unreachable; round++)
        {
            for (var (i, first) = (0, _preferred); i < settings.Servers.Count; i++)
            {
                var server = (first + i) % settings.Servers.Count;
                var (hasAnswered, answer) = await AskAsync(settings.Servers[server], question);
                if (answer is { Status: DnsStatus.NoError or DnsStatus.NoSuchName })
                {
                    _preferred = server;
                    return (ResolutionStatus.Found, answer);
                }

                status = hasAnswered ? ResolutionStatus.ServerFailure : status;
            }
        }

        return (status, null);
    }

    private async Task<(bool HasAnswered, DnsMessage? Answer)> AskAsync(IPEndPoint server, DnsQuestion question)
    {
        await _pace.EnterAsync();
        try
        {
            Interlocked.Increment(ref _queries);
            using var patience = new CancellationTokenSource(settings.Patience, time);
            return (true, await DnsExchange.AskAsync(server, question, overTcp: false, patience.Token));
        }
        catch (Exception exception) when (exception is SocketException or OperationCanceledException or IOException)
        {
            Interlocked.Increment(ref _unanswered);
            return (false, null);
        }
        finally
        {
            _pace.Leave();
        }
    }

    private static TimeSpan Kept(uint seconds) =>
        TimeSpan.FromSeconds(Math.Clamp(seconds, MinKept.TotalSeconds, MaxKept.TotalSeconds));
}
