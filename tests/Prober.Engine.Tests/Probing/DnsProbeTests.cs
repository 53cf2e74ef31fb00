using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Dns;
using Prober.Engine.Probing.Tcp;
using Prober.Engine.Tests.Networking;

namespace Prober.Engine.Tests.Probing;

public sealed class DnsProbeTests
{
    private static readonly DnsQuestion Question = new("www.example.test", DnsType.A);

    [Theory]
    [InlineData(0, "192.0.2.7", FailureClass.None)]
    [InlineData(0, "192.0.2.8", FailureClass.Content)]
    [InlineData(3, "", FailureClass.Status)]
    [InlineData(2, "", FailureClass.Status)]
    public async Task Probe_Answer_IsJudged(int status, string expected, FailureClass failure)
    {
        await using var server = new DnsServer((query, _) => [DnsAnswer.To(query, status, answers: [DnsAnswer.Address("192.0.2.7")])]);

        var result = await Probes.RunAsync(new DnsProbe(Settings(server.EndPoint.Port) with { Expected = [expected] }));

        result.Failure.ShouldBe(failure, result.Message);
        result.Message.ShouldNotContain("\n");
    }

    [Fact]
    public async Task Probe_NameThatIsWantedAbsent_IsGood()
    {
        await using var server = new DnsServer((query, _) => [DnsAnswer.To(query, status: 3)]);

        var result = await Probes.RunAsync(new DnsProbe(Settings(server.EndPoint.Port) with { GoodStatuses = [DnsStatus.NoSuchName] }));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Probe_MalformedAnswer_IsNoProtocol(bool overTcp)
    {
        await using var server = new DnsServer((query, _) => [[.. query[..12], 0xC0, 12, 0, 1, 0, 1]]);

        var result = await Probes.RunAsync(new DnsProbe(Settings(server.EndPoint.Port) with { OverTcp = overTcp }));

        result.Failure.ShouldBe(FailureClass.Protocol);
    }

    [Fact]
    public async Task Probe_SilentServer_TimesOut()
    {
        var asked = new TaskCompletionSource();
        await using var server = new DnsServer((_, _) =>
        {
            asked.TrySetResult();
            return [];
        });

        (await Probes.TimeOutAsync(new DnsProbe(Settings(server.EndPoint.Port)), asked.Task)).Failure.ShouldBe(FailureClass.Timeout);
    }

    [Fact]
    public async Task Probe_ClosedPort_IsRefused() =>
        (await Probes.RunAsync(new DnsProbe(Settings(LoopbackPort.FindFree())))).Failure.ShouldBe(FailureClass.Refused);

    [Fact]
    public async Task AnyProbe_NameServersThatAreSilent_IsNoEvidenceAgainstTheTarget()
    {
        var asked = new TaskCompletionSource();
        await using var server = new DnsServer((_, _) =>
        {
            asked.TrySetResult();
            return [];
        });
        using var resolver = new CachingResolver(new() { Servers = [server.EndPoint], HostsPath = null }, TimeProvider.System);
        var call = new ProbeCall(new(resolver, TimeProvider.System), startedAt: 0, TimeSpan.FromSeconds(5));

        var running = ProbeRunner.RunAsync(new TcpProbe("www.example.test", 80), call);
        await asked.Task.Within();
        call.End();
        var result = await running.Within();

        result.Failure.ShouldBe(FailureClass.Resolver);
        result.Failure.IsEvidence().ShouldBeFalse();
    }

    private static DnsProbeSettings Settings(int port) => new("127.0.0.1", port, Question);
}
