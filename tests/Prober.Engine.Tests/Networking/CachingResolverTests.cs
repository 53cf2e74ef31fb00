using System.Net;
using Prober.Engine.Networking;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Tests.Watching;

namespace Prober.Engine.Tests.Networking;

public sealed class CachingResolverTests
{
    private const string Name = "www.example.test";
    private const int NameServers = 2;
    private readonly ManualTime _time = new();

    [Fact]
    public async Task Resolve_KnownName_IsAskedForAgainWhenItsTimeIsOver()
    {
        await using var server = DnsServer.Answering("192.0.2.7", seconds: 60);
        using var resolver = Resolver(server.EndPoint);

        var first = await resolver.ResolveAsync(Name, always: false).Within();
        _time.Pass(59_000);
        await resolver.ResolveAsync(Name.ToUpperInvariant(), always: false).Within();
        var before = server.Queries.Count;
        _time.Pass(2_000);
        await resolver.ResolveAsync(Name, always: false).Within();

        first.Addresses.ShouldBe([IPAddress.Parse("192.0.2.7")]);
        before.ShouldBe(1);
        server.Queries.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Resolve_ManyAtOnce_IsOneQuery()
    {
        using var mayAnswer = new ManualResetEventSlim();
        await using var server = new DnsServer((query, _) =>
        {
            mayAnswer.Wait(Deadline.Default);
            return [DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.7")])];
        });
        using var resolver = Resolver(server.EndPoint);

        var asking = Enumerable.Range(0, 100).Select(_ => resolver.ResolveAsync(Name, always: false).AsTask()).ToArray();
        mayAnswer.Set();
        var answers = await Task.WhenAll(asking).Within();

        answers.ShouldAllBe(answer => answer.Status == ResolutionStatus.Found);
        server.Queries.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(0)]
    public async Task Resolve_AbsentName_IsKeptAsLongAsTheAuthoritySays(int status)
    {
        await using var server = Knowing(query => DnsAnswer.To(query, status, authorities: [DnsAnswer.Authority(300)]));
        using var resolver = Resolver(server.EndPoint);

        (await resolver.ResolveAsync(Name, always: false).Within()).Status.ShouldBe(ResolutionStatus.NoSuchName);
        _time.Pass(299_000);
        (await resolver.ResolveAsync(Name, always: false).Within()).Status.ShouldBe(ResolutionStatus.NoSuchName);
        server.Queries.Count.ShouldBe(3, "Both families, and once the root, to see whether the server works.");
        _time.Pass(2_000);
        await resolver.ResolveAsync(Name, always: false).Within();

        server.Queries.Count.ShouldBe(5);
    }

    [Fact]
    public async Task Resolve_OnlyIPv6_IsFound()
    {
        var record = DnsAnswer.Record(28, IPAddress.IPv6Loopback.GetAddressBytes());
        await using var server = new DnsServer((query, _) =>
            [DnsAnswer.To(query, answers: DnsAnswer.TypeOf(query) == 28 ? [record] : [])]);
        using var resolver = Resolver(server.EndPoint);

        (await resolver.ResolveAsync(Name, always: false).Within()).Addresses.ShouldBe([IPAddress.IPv6Loopback]);
    }

    [Fact]
    public async Task Resolve_TruncatedAnswer_IsAskedForOverTcp()
    {
        await using var server = new DnsServer((query, isTcp) => [isTcp
            ? DnsAnswer.To(query, answers: [.. Enumerable.Range(1, 200).Select(i => DnsAnswer.Address($"192.0.2.{i}"))])
            : DnsAnswer.To(query, isTruncated: true)]);
        using var resolver = Resolver(server.EndPoint);

        (await resolver.ResolveAsync(Name, always: false).Within()).Addresses.Length.ShouldBe(200);
    }

    [Fact]
    public async Task Resolve_AnswersThatMatchNoQuestion_AreDropped()
    {
        await using var server = new DnsServer((query, _) =>
        {
            byte[] otherId = [(byte)(query[0] ^ 1), .. query[1..]];
            var otherName = DnsQuery.Write((ushort)((query[0] << 8) | query[1]), new("www.other.test", DnsType.A));
            return
            [
                [], [1], new byte[600],
                DnsAnswer.To(otherId, answers: [DnsAnswer.Address("203.0.113.1")]),
                DnsAnswer.To(otherName, answers: [DnsAnswer.Address("203.0.113.2")]),
                DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.7")]),
            ];
        });
        using var resolver = Resolver(server.EndPoint);

        (await resolver.ResolveAsync(Name, always: false).Within()).Addresses.ShouldBe([IPAddress.Parse("192.0.2.7")]);
    }

    [Fact]
    public async Task Resolve_CompressionLoop_IsAFailureOfTheServer()
    {
        await using var server = new DnsServer((query, _) =>
            [DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.7", owner: [0xC0, (byte)query.Length])])]);
        using var resolver = Resolver(server.EndPoint);

        (await resolver.ResolveAsync(Name, always: false).Within()).Status.ShouldBe(ResolutionStatus.Unknown);
    }

    [Fact]
    public async Task Resolve_ServersThatFail_AreFollowedByTheNext()
    {
        await using var failing = new DnsServer((query, _) => [DnsAnswer.To(query, status: 2)]);
        await using var good = DnsServer.Answering("192.0.2.7", seconds: 1);
        var closed = new IPEndPoint(IPAddress.Loopback, LoopbackPort.FindFree());
        using var resolver = Resolver(closed, failing.EndPoint, good.EndPoint);

        (await resolver.ResolveAsync(Name, always: false).Within()).Status.ShouldBe(ResolutionStatus.Found);
        _time.Pass(2_000);
        (await resolver.ResolveAsync(Name, always: false).Within()).Status.ShouldBe(ResolutionStatus.Found);

        failing.Queries.Count.ShouldBe(1, "The server that answered is asked first.");
    }

    [Fact]
    public async Task Resolve_NoServerThatAnswers_IsUnreachable()
    {
        using var resolver = Resolver(new IPEndPoint(IPAddress.Loopback, LoopbackPort.FindFree()));

        (await resolver.ResolveAsync(Name, always: false).Within()).Status.ShouldBe(ResolutionStatus.Unknown);
        resolver.Unanswered.ShouldBe(4, "Both families, twice.");
    }

    [Fact]
    public async Task Resolve_Always_AsksEachTime()
    {
        await using var server = DnsServer.Answering("192.0.2.7");
        using var resolver = Resolver(server.EndPoint);

        await resolver.ResolveAsync(Name, always: true).Within();
        await resolver.ResolveAsync(Name, always: true).Within();

        server.Queries.Count.ShouldBe(2);
        server.Queries.Select(query => (query[0] << 8) | query[1]).Distinct().Count().ShouldBe(2, "Ids are random.");
    }

    [Fact]
    public async Task Sweep_NameThatIsNeededSoon_IsRefreshedBefore()
    {
        await using var server = DnsServer.Answering("192.0.2.7", seconds: 20);
        using var resolver = Resolver(server.EndPoint);
        await resolver.ResolveAsync(Name, always: false).Within();
        _time.Pass(60_000);
        await resolver.ResolveAsync(Name, always: false).Within();

        _time.Pass(50_000);
        resolver.Sweep();
        resolver.Queries.ShouldBe(2, "It has expired, and nobody needs it for ten seconds.");
        _time.Pass(9_000);
        resolver.Sweep();
        await Deadline.UntilAsync(() => resolver.Queries == 3);
        await resolver.ResolveAsync(Name, always: false).Within();
        _time.Pass(1_000);
        await resolver.ResolveAsync(Name, always: false).Within();

        server.Queries.Count.ShouldBe(3);
    }

    [Fact]
    public async Task Sweep_NameThatNobodyNeeds_IsForgotten()
    {
        await using var server = DnsServer.Answering("192.0.2.7");
        using var resolver = Resolver(server.EndPoint);
        await resolver.ResolveAsync(Name, always: false).Within();

        _time.Pass(3 * 60 * 60 * 1000);
        resolver.Sweep();

        resolver.Names.ShouldBe(0);
        server.Queries.Count.ShouldBe(1);
    }

    [Fact]
    public async Task Resolve_NameOfTheHostsFile_IsNotAskedFor()
    {
        using var folder = new TempDirectory("hosts");
        var path = folder.Combine("hosts");
        const string Text = "# names\n192.0.2.8\tdb DB.internal # a comment\n\nnonsense\n2001:db8::9 both\n192.0.2.9 both\n";
        await File.WriteAllTextAsync(path, Text, TestContext.Current.CancellationToken);
        using var resolver = new CachingResolver(new() { HostsPath = path }, _time);

        (await resolver.ResolveAsync("db.internal", always: true).Within()).Addresses.ShouldBe([IPAddress.Parse("192.0.2.8")]);
        (await resolver.ResolveAsync("both", always: false).Within()).Addresses
            .ShouldBe([IPAddress.Parse("192.0.2.9"), IPAddress.Parse("2001:db8::9")]);
        (await resolver.ResolveAsync("localhost", always: false).Within()).Addresses.ShouldBe([IPAddress.Loopback]);
        (await resolver.ResolveAsync("nonsense", always: false).Within()).Status.ShouldBe(ResolutionStatus.Unknown);
    }

    [Fact]
    public async Task Resolve_ShortName_IsLookedForInTheDomains()
    {
        await using var server = new DnsServer((query, _) => [System.Text.Encoding.ASCII.GetString(query).Contains("\u0003web\u0004home")
            ? DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.7")])
            : DnsAnswer.TypeOf(query) == NameServers ? DnsAnswer.To(query, answers: [DnsAnswer.Record(NameServers, DnsAnswer.Name("a.root"))])
            : DnsAnswer.To(query, status: 3)]);
        var settings = ResolverSettings.Parse(["search work.test home.test", "options ndots:2"]);
        using var resolver = new CachingResolver(settings with { Servers = [server.EndPoint], HostsPath = null }, _time);

        (await resolver.ResolveAsync("web", always: false).Within()).Status.ShouldBe(ResolutionStatus.Found);
        (await resolver.ResolveAsync("web.", always: false).Within()).Status.ShouldBe(ResolutionStatus.NoSuchName);
    }

    [Fact]
    public void Parse_LinesOfTheSystem_NameServersAndDomains()
    {
        var settings = ResolverSettings.Parse(
            ["# comment", "nameserver 192.0.2.53", "nameserver ::1", "nameserver x", "search a.test b.test."]);

        settings.Servers.ShouldBe([new(IPAddress.Parse("192.0.2.53"), 53), new(IPAddress.IPv6Loopback, 53)]);
        settings.Search.ShouldBe(["a.test", "b.test"]);
    }

    [Fact]
    public async Task Pace_MoreThanARateAllows_Waits()
    {
        var time = new RecordingTime();
        using var pace = new QueryPace(perSecond: 100, time);

        for (var i = 0; i < 31; i++)
        {
            await pace.EnterAsync().Within();
        }

        // A tenth of a second's worth may go at once; after that one each 10 ms of a clock that stands still.
        time.Waits.Count.ShouldBe(20);
        time.Waits.Max().ShouldBe(TimeSpan.FromMilliseconds(200));
    }

    /// <summary>A server that knows the root, as real ones do.</summary>
    private static DnsServer Knowing(Func<byte[], byte[]> answer) => new((query, _) => [DnsAnswer.TypeOf(query) == NameServers
        ? DnsAnswer.To(query, answers: [DnsAnswer.Record(NameServers, DnsAnswer.Name("a.root"))])
        : answer(query)]);

    private CachingResolver Resolver(params IPEndPoint[] servers) =>
        new(new() { Servers = servers, HostsPath = null, Patience = Deadline.Default }, _time);

    /// <summary>A clock that stands still; waits end at once, and are written down.</summary>
    private sealed class RecordingTime : TimeProvider
    {
        public List<TimeSpan> Waits { get; } = [];

        public override long GetTimestamp() => 0;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            if (dueTime > TimeSpan.Zero)
            {
                Waits.Add(dueTime);
            }

            return base.CreateTimer(callback, state, TimeSpan.Zero, period);
        }
    }
}
