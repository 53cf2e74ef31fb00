using System.Net;
using System.Net.Sockets;
using Prober.Engine.Networking;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;
using Prober.Engine.Probing.Tcp;
using Prober.Engine.Tests.Networking;
using Prober.Engine.Tests.Watching;

namespace Prober.Engine.Tests.Probing;

/// <summary>A resolver's failure is no evidence; an absent name is, if the server answers others.</summary>
public sealed class OwnResolverTests
{
    private const string Name = "www.example.test";
    private const int Four = 1;
    private const int NameServers = 2;
    private const int Six = 28;
    private static readonly byte[] SixRecord = DnsAnswer.Record(Six, IPAddress.IPv6Loopback.GetAddressBytes());
    private readonly ManualTime _time = new();

    [Theory]
    [InlineData(1, "FORMERR")]
    [InlineData(2, "SERVFAIL")]
    [InlineData(4, "NOTIMP")]
    [InlineData(5, "REFUSED")]
    [InlineData(9, "code 9")]
    public async Task Probe_NameThatTheServerCannotTell_IsUnknown(int status, string shown)
    {
        await using var server = new DnsServer((query, _) => [DnsAnswer.To(query, status)]);

        var result = await ProbeAsync(Resolver(server));

        result.Failure.ShouldBe(FailureClass.Resolver);
        result.Failure.IsEvidence().ShouldBeFalse();
        result.Message.ShouldContain(shown);
    }

    [Fact]
    public async Task Probe_ServerThatIsSilent_IsUnknown()
    {
        await using var server = new DnsServer((_, _) => []);
        using var resolver = new CachingResolver(
            new() { Servers = [server.EndPoint], HostsPath = null, Patience = TimeSpan.FromMilliseconds(50) }, _time);

        (await ProbeAsync(resolver)).Failure.ShouldBe(FailureClass.Resolver);
    }

    [Fact]
    public async Task Probe_TruncatedAnswerWithoutTcp_IsUnknown()
    {
        await using var server = new DnsServer((query, isTcp) => isTcp ? [] : [DnsAnswer.To(query, isTruncated: true)]);
        using var resolver = new CachingResolver(
            new() { Servers = [server.EndPoint], HostsPath = null, Patience = TimeSpan.FromMilliseconds(50) }, _time);

        (await ProbeAsync(resolver)).Failure.ShouldBe(FailureClass.Resolver);
    }

    [Fact]
    public async Task Probe_ServerThatOnlyNamesOthers_IsUnknown()
    {
        await using var server = new DnsServer((query, _) =>
            [DnsAnswer.To(query, authorities: [DnsAnswer.Record(NameServers, DnsAnswer.Name("ns.other.test"))])]);

        (await ProbeAsync(Resolver(server))).ShouldSatisfyAllConditions(
            result => result.Failure.ShouldBe(FailureClass.Resolver), result => result.Message.ShouldContain("only names other servers"));
    }

    [Theory]
    [InlineData(3)]
    [InlineData(0)]
    public async Task Probe_AbsentNameOfAServerThatAnswersOthers_IsDown(int status)
    {
        await using var server = new DnsServer((query, _) => [Asks(query, "other")
            ? DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.7")])
            : DnsAnswer.To(query, status)]);
        var resolver = Resolver(server);
        await resolver.ResolveAsync("other.example.test", always: false).Within();

        var result = await ProbeAsync(resolver);

        result.Failure.ShouldBe(FailureClass.Dns, result.Message);
        result.Failure.IsEvidence().ShouldBeTrue();
    }

    [Fact]
    public async Task Probe_AbsentNameOfAServerThatAnswersNothing_IsUnknown()
    {
        await using var server = new DnsServer((query, _) => [DnsAnswer.To(query, status: 3)]);

        (await ProbeAsync(Resolver(server))).ShouldSatisfyAllConditions(
            result => result.Failure.ShouldBe(FailureClass.Resolver), result => result.Message.ShouldContain("answers no name"));
    }

    [Theory]
    [InlineData(Four)]
    [InlineData(Six)]
    public async Task Resolve_OneFamilyFails_TheOtherServes(int good)
    {
        var record = good == Four ? DnsAnswer.Address("192.0.2.7") : SixRecord;
        await using var server = new DnsServer((query, _) => [DnsAnswer.TypeOf(query) == good
            ? DnsAnswer.To(query, answers: [record])
            : DnsAnswer.To(query, status: 2)]);

        var found = await Resolver(server).ResolveAsync(Name, always: false).Within();

        found.Addresses.ShouldBe([good == Four ? IPAddress.Parse("192.0.2.7") : IPAddress.IPv6Loopback]);
    }

    [Theory]
    [InlineData(Four)]
    [InlineData(Six)]
    public async Task Resolve_OneFamilyFailsAndTheOtherIsAbsent_IsUnknown(int failing)
    {
        await using var server = new DnsServer((query, _) => [Asks(query, "other")
            ? DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.7")])
            : DnsAnswer.To(query, status: DnsAnswer.TypeOf(query) == failing ? 2 : 0)]);
        var resolver = Resolver(server);
        await resolver.ResolveAsync("other.example.test", always: false).Within();

        (await resolver.ResolveAsync(Name, always: false).Within()).Status.ShouldBe(ResolutionStatus.Unknown);
    }

    /// <summary>A machine with IPv6 alone has no route to the IPv4 address of a name that has both.</summary>
    [Fact]
    public async Task Probe_NoRouteToTheFirstFamily_UsesTheOther()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Socket.OSSupportsIPv6, "Only Linux says at once that there is no route.");
        using var listener = new TcpListener(IPAddress.IPv6Loopback, 0);
        listener.Start();
        await using var server = new DnsServer((query, _) => [DnsAnswer.To(
            query, answers: [DnsAnswer.TypeOf(query) == Four ? DnsAnswer.Address("255.255.255.255") : SixRecord])]);

        var result = await ProbeAsync(Resolver(server), ((IPEndPoint)listener.LocalEndpoint).Port);

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.Address.ShouldBe(IPAddress.IPv6Loopback);
    }

    [Fact]
    public async Task Probe_NoRouteToAnyFamily_IsUnknown()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux says at once that there is no route.");
        await using var server = new DnsServer((query, _) =>
            [DnsAnswer.To(query, answers: DnsAnswer.TypeOf(query) == Four ? [DnsAnswer.Address("255.255.255.255")] : [])]);

        (await ProbeAsync(Resolver(server))).Failure.ShouldBe(FailureClass.Route);
    }

    [Theory]
    [InlineData(AddressFamily.InterNetwork, "192.0.2.7")]
    [InlineData(AddressFamily.InterNetworkV6, "::1")]
    public async Task Resolve_OneFamilyAlone_NeverServesTheOther(AddressFamily family, string address)
    {
        await using var server = new DnsServer((query, _) => [DnsAnswer.To(
            query, answers: [DnsAnswer.TypeOf(query) == Four ? DnsAnswer.Address("192.0.2.7") : SixRecord])]);
        var resolver = Resolver(server);
        await resolver.ResolveAsync(Name, always: false).Within(); // what is kept for either family is not for one

        var found = await resolver.ResolveAsync(Name, always: false, family).Within();

        found.Addresses.ShouldBe([IPAddress.Parse(address)]);
    }

    [Fact]
    public async Task Probe_OneFamilyThatTheTargetLacks_IsDown()
    {
        await using var server = new DnsServer((query, _) =>
            [DnsAnswer.To(query, answers: DnsAnswer.TypeOf(query) == Four ? [DnsAnswer.Address("127.0.0.1")] : [])]);
        var resolver = Resolver(server);
        await resolver.ResolveAsync("other.example.test", always: false).Within();

        var named = await Probes.RunAsync(
            new RestrictedProbe(new TcpProbe(Name, 80), AddressFamily.InterNetworkV6), resolver, TimeProvider.System);
        var literal = await Probes.RunAsync(
            new RestrictedProbe(new TcpProbe("127.0.0.1", 80), AddressFamily.InterNetworkV6), resolver, TimeProvider.System);

        named.Message.ShouldBe($"{Name} has no address of IPv6.");
        literal.Message.ShouldBe("127.0.0.1 is no address of IPv6.");
        new[] { named.Failure, literal.Failure }.ShouldBe([FailureClass.Dns, FailureClass.Dns]);
    }

    [Fact]
    public async Task Resolve_ServerThatFailsLater_ServesItsAnswerAsStaleWithinTheBound()
    {
        var status = 0;
        await using var server = new DnsServer((query, _) =>
            [DnsAnswer.To(query, status, answers: status == 0 ? [DnsAnswer.Address("192.0.2.7", seconds: 20)] : [])]);
        using var resolver = new CachingResolver(
            new() { Servers = [server.EndPoint], HostsPath = null, Patience = Deadline.Default, MaxStale = TimeSpan.FromSeconds(100) },
            _time);
        await resolver.ResolveAsync(Name, always: false).Within();

        status = 2;
        _time.Pass(19_000);
        (await resolver.ResolveAsync(Name, always: false).Within()).IsStale.ShouldBeFalse();
        _time.Pass(50_000);
        var stale = await resolver.ResolveAsync(Name, always: false).Within();
        var always = await resolver.ResolveAsync(Name, always: true).Within();
        _time.Pass(60_000);
        var over = await resolver.ResolveAsync(Name, always: false).Within();
        status = 0;
        _time.Pass(6_000);
        var again = await resolver.ResolveAsync(Name, always: false).Within();

        stale.ShouldSatisfyAllConditions(one => one.IsStale.ShouldBeTrue(), one => one.Addresses.ShouldHaveSingleItem());
        always.Status.ShouldBe(ResolutionStatus.Unknown);
        over.Status.ShouldBe(ResolutionStatus.Unknown);
        again.ShouldSatisfyAllConditions(one => one.IsStale.ShouldBeFalse(), one => one.Status.ShouldBe(ResolutionStatus.Found));
    }

    [Fact]
    public async Task Resolve_ServerThatFallsSilent_DoesNotHoldAStaleAnswerUp()
    {
        var isSilent = false;
        await using var server = new DnsServer((query, _) =>
            isSilent ? [] : [DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.7", seconds: 20)])]);
        var resolver = Resolver(server);
        await resolver.ResolveAsync(Name, always: false).Within();

        isSilent = true;
        _time.Pass(30_000);

        (await resolver.ResolveAsync(Name, always: false).Within()).IsStale.ShouldBeTrue("Its time-out is much longer than this test's.");
    }

    [Fact]
    public async Task Probe_FailureAtAStaleAddress_IsUnknownAndSuccessCounts()
    {
        using var listener = new System.Net.Sockets.TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var (open, closed) = (((IPEndPoint)listener.LocalEndpoint).Port, LoopbackPort.FindFree());

        var stale = new LoopbackResolver { IsStale = true };
        var up = await Probes.RunAsync(new TcpProbe(Name, open), stale, TimeProvider.System);
        var refused = await Probes.RunAsync(new TcpProbe(Name, closed), stale, TimeProvider.System);

        up.ShouldSatisfyAllConditions(result => result.IsGood.ShouldBeTrue(result.Message), result => result.IsStale.ShouldBeTrue());
        refused.Failure.ShouldBe(FailureClass.Resolver, refused.Message);
    }

    /// <summary>A target that had only what the name servers left of the time-out is not to blame.</summary>
    [Theory]
    [InlineData(400, FailureClass.Timeout)]
    [InlineData(600, FailureClass.Resolver)]
    public async Task Probe_TargetThatIsSilentAfterANameThatCameLate_IsUnknown(int milliseconds, FailureClass failure)
    {
        var asked = new TaskCompletionSource();
        await using var server = new RawServer(async (_, token) =>
        {
            asked.TrySetResult();
            await Task.Delay(Timeout.Infinite, token);
        });
        var late = new LoopbackResolver { Wait = () => _time.Pass(milliseconds) };
        var call = new ProbeCall(new(late, _time), startedAt: 0, TimeSpan.FromSeconds(5));

        var running = ProbeRunner.RunAsync(new HttpProbe(new($"http://{Name}:{server.Port}/")), call);
        await asked.Task.Within();
        call.End();

        (await running.Within()).Failure.ShouldBe(failure);
    }

    private static bool Asks(byte[] query, string text) => System.Text.Encoding.ASCII.GetString(query).Contains(text);

    private static Task<ProbeResult> ProbeAsync(CachingResolver resolver, int port = 80) =>
        Probes.RunAsync(new TcpProbe(Name, port), resolver);

    private CachingResolver Resolver(DnsServer server) =>
        new(new() { Servers = [server.EndPoint], HostsPath = null, Patience = Deadline.Default }, _time);

    private sealed class LoopbackResolver : IResolver
    {
        public bool IsStale { get; init; }

        /// <summary>Waits for the answer.</summary>
        public Action Wait { get; init; } = () => { };

        public ValueTask<Resolution> ResolveAsync(string host, bool always, AddressFamily family)
        {
            Wait();
            return new(Resolution.Found([IPAddress.Loopback]) with { IsStale = IsStale });
        }

        public void Sweep()
        {
        }
    }
}
