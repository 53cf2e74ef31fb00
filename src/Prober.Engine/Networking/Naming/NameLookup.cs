using System.Net;
using System.Net.Sockets;
using Prober.Engine.Limits;

namespace Prober.Engine.Networking.Naming;

/// <summary>
/// Queries name servers for the addresses of a name: IPv4, and IPv6 if it has no others. The families are judged apart: either serves when
/// the other fails, and only the absence of both, from a server that works, says that a name has no address.
/// </summary>
internal sealed class NameLookup(ResolverSettings settings, TimeProvider time) : IDisposable
{
    private const string NoAnswer = "did not answer";

    private static readonly TimeSpan MinKept = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MaxKept = TimeSpan.FromHours(1);

    /// <summary>RFC 2308 allows a failure to be cached for up to five minutes.</summary>
    private static readonly TimeSpan FailureKept = TimeSpan.FromSeconds(5);

    /// <summary>Each resolver can name the servers of the root.</summary>
    private static readonly DnsQuestion Root = new("", DnsType.NS);

    private readonly QueryPace _pace = new(settings.MaxQueriesPerSecond, time);
    private readonly AskedServer[] _servers = [.. settings.Servers.Select(address => new AskedServer(address, time))];
    private long _queries;
    private long _unanswered;

    /// <summary>The server that answered last; it is asked first.</summary>
    private volatile int _preferred;

    public long Queries => Interlocked.Read(ref _queries);

    public long Unanswered => Interlocked.Read(ref _unanswered);

    /// <returns>The result, and how long it may be cached.</returns>
    /// <param name="family">The only family to ask for; unspecified for the usual order.</param>
    public async Task<(Resolution Resolution, TimeSpan Kept)> FindAsync(string host, AddressFamily family = AddressFamily.Unspecified)
    {
        var result = (Resolution: Resolution.NoSuchName, Kept: FailureKept);
        foreach (var name in Candidates(host).Where(DnsQuestion.IsName))
        {
            result = family == AddressFamily.Unspecified ? await FindExactlyAsync(name) : await FindOneFamilyAsync(name, family);
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
        var four = await FindFamilyAsync(new(name, DnsType.A));
        if (four.Addresses is { Length: > 0 } addresses)
        {
            return (Resolution.Found(addresses), four.Kept);
        }

        var six = await FindFamilyAsync(new(name, DnsType.AAAA));
        return six.Addresses is { Length: > 0 } others ? (Resolution.Found(others), six.Kept)
            : four.Addresses is null ? (Resolution.Unknown(four.Reason), four.Kept)
            : six.Addresses is null ? (Resolution.Unknown(six.Reason), six.Kept)
            : (Resolution.NoSuchName, four.Kept < six.Kept ? four.Kept : six.Kept);
    }

    private async Task<(Resolution Resolution, TimeSpan Kept)> FindOneFamilyAsync(string name, AddressFamily family)
    {
        var answer = await FindFamilyAsync(new(name, family == AddressFamily.InterNetworkV6 ? DnsType.AAAA : DnsType.A));
        return (answer.Addresses switch
        {
            null => Resolution.Unknown(answer.Reason),
            [] => Resolution.NoSuchName,
            var addresses => Resolution.Found(addresses),
        }, answer.Kept);
    }

    private async Task<FamilyAnswer> FindFamilyAsync(DnsQuestion question)
    {
        var reason = "there is none";
        var hasAnswered = false;
        for (var round = 0; round < settings.Rounds && !hasAnswered; round++)
        {
            for (var (i, first) = (0, _preferred); i < _servers.Length; i++)
            {
                var at = (first + i) % _servers.Length;
                var (answer, problem) = await AskAsync(_servers[at], question);
                if (answer is not null && await JudgeAsync(_servers[at], answer) is { } judged)
                {
                    _preferred = at;
                    return judged;
                }

                hasAnswered |= problem is not NoAnswer;
                reason = $"{_servers[at].Address} {problem ?? (answer!.IsReferral ? "only names other servers" : "answers no name")}";
            }
        }

        return new(null, FailureKept, reason);
    }

    /// <returns>Null when the answer is no evidence.</returns>
    private async Task<FamilyAnswer?> JudgeAsync(AskedServer server, DnsMessage answer)
    {
        var (addresses, seconds) = answer.Addresses();
        if (addresses.Count > 0)
        {
            server.Answered();
            return new([.. addresses.Select(IPAddress.Parse)], Kept(seconds));
        }

        if (answer.IsReferral)
        {
            return null;
        }

        if (!server.AnswersNames && (await AskAsync(server, Root)).Answer is { Answers.Count: > 0 })
        {
            server.Answered();
        }

        return server.AnswersNames ? new([], answer.NegativeTimeToLive is { } least ? Kept(least) : FailureKept) : null;
    }

    /// <returns>A positive or negative answer, or why there is none.</returns>
    private async Task<(DnsMessage? Answer, string? Problem)> AskAsync(AskedServer server, DnsQuestion question)
    {
        await _pace.EnterAsync();
        try
        {
            Interlocked.Increment(ref _queries);
            using var patience = new CancellationTokenSource(settings.Patience, time);
            var answer = await DnsExchange.AskAsync(server.Address, question, overTcp: false, patience.Token);
            return answer switch
            {
                null => (null, "sent a malformed answer"),
                { Status: DnsStatus.NoError or DnsStatus.NoSuchName } => (answer, null),
                _ => (null, $"answered {answer.Status.Word()}"),
            };
        }
        catch (Exception exception) when (exception is SocketException or OperationCanceledException or IOException)
        {
            Interlocked.Increment(ref _unanswered);
            return (null, exception is SocketException socket && OwnLimits.UsedUp(socket.SocketErrorCode) is { } usedUp
                ? $"could not be asked: {usedUp.TrimEnd('.')}" : NoAnswer);
        }
        finally
        {
            _pace.Leave();
        }
    }

    private static TimeSpan Kept(uint seconds) =>
        TimeSpan.FromSeconds(Math.Clamp(seconds, MinKept.TotalSeconds, MaxKept.TotalSeconds));
}
