using Prober.Engine.Probing;
using Prober.Features.Configuration;
using Prober.Features.Configuration.Clients.Ssh;

namespace Prober.Tests.Clients;

/// <summary>Commands and machines over SSH, with a real server.</summary>
public sealed class SshProbeTests : IAsyncLifetime
{
    private readonly TempDirectory _folder = new("ssh");
    private SshServer? _server;

    public static TheoryData<string, FailureClass> Commands => new()
    {
        { "cmd: echo, args: [PONG], contain: PONG", FailureClass.None },
        { "cmd: 'echo PING | tr I O', contain: PONG", FailureClass.None }, // the server's shell reads it, as in EaseProbe
        { "cmd: echo, args: [PING], contain: PONG", FailureClass.Content },
        { "cmd: printenv, args: [A], env: ['A=b c; exit 3'], contain: 'b c; exit 3'", FailureClass.None },
        { "cmd: exit 3", FailureClass.Status },
        { "cmd: 'yes'", FailureClass.TooLarge },
        { "cmd: sleep 100, timeout: 2s", FailureClass.Timeout },
        { "cmd: echo, host_key: 'SHA256:AAAA'", FailureClass.Certificate },
    };

    public async ValueTask InitializeAsync() => _server = await SshServer.StartAsync().Within();

    public async ValueTask DisposeAsync()
    {
        await (_server?.DisposeAsync() ?? default);
        _folder.Dispose();
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Probe_Command_IsJudgedByItsEndAndItsOutput(string keys, FailureClass failure)
    {
        var result = await OneTarget.ProbeAsync(Read("ssh", keys));

        result.Failure.ShouldBe(failure, result.Message);
    }

    [Fact]
    public async Task Probe_HostKeyThatChanged_IsDownWithTheReasonUntilAPersonForgetsIt()
    {
        var first = await OneTarget.ProbeAsync(Read("ssh", "cmd: 'true'"));
        await _server!.RestartAsync().Within();
        var second = await OneTarget.ProbeAsync(Read("ssh", "cmd: 'true'"));
        var third = await OneTarget.ProbeAsync(Read("ssh", "cmd: 'true'")); // never accepted by asking again
        File.Delete(_server.Known);
        var forgotten = await OneTarget.ProbeAsync(Read("ssh", "cmd: 'true'"));

        first.IsGood.ShouldBeTrue(first.Message);
        (second.Failure, third.Failure).ShouldBe((FailureClass.Certificate, FailureClass.Certificate));
        second.Message.ShouldStartWith($"The host key of [127.0.0.1]:{_server.Port} has changed: it was ssh-ed25519 SHA256:");
        forgotten.IsGood.ShouldBeTrue(forgotten.Message);
    }

    [Fact]
    public async Task Probe_LoginThatIsRefused_IsDownAndAKeyThatIsMissingUnknown()
    {
        var refused = await OneTarget.ProbeAsync(Parse(
            $"ssh:\n  servers:\n    - {{ name: a, host: 'nobody@127.0.0.1:{_server!.Port}', password: x }}\n"));
        var missing = await OneTarget.ProbeAsync(Parse("ssh:\n  servers:\n    - { name: a, host: u@127.0.0.1, key: /no/such/key }\n"));

        refused.Failure.ShouldBe(FailureClass.Status, refused.Message);
        missing.Failure.ShouldBe(FailureClass.Setup);
        missing.Message.ShouldBe("It cannot be probed: key: the file /no/such/key does not exist. Mend that, and send the prober SIGHUP.");
    }

    [Fact]
    public async Task Probe_BehindABastion_IsReachedThroughIt()
    {
        string Servers(int bastion, int port) => $$"""
            ssh:
              bastion: { gate: { host: "{{Environment.UserName}}@127.0.0.1:{{bastion}}", key: "{{_server!.Key}}" } }
              servers:
                - { name: a, bastion: gate, host: "{{Environment.UserName}}@127.0.0.1:{{port}}", key: "{{_server.Key}}",
                    cmd: echo hi, contain: hi }
            """;
        var good = await OneTarget.ProbeAsync(Parse(Servers(_server!.Port, _server.Port)));
        var closed = await OneTarget.ProbeAsync(Parse(Servers(_server.Port, LoopbackPort.FindFree())));
        var noBastion = await OneTarget.ProbeAsync(Parse(Servers(LoopbackPort.FindFree(), _server.Port)));

        good.IsGood.ShouldBeTrue(good.Message);
        closed.Failure.ShouldBe(FailureClass.Unreachable, closed.Message);
        noBastion.Failure.ShouldBe(FailureClass.Proxy, noBastion.Message); // the prober's own way
    }

    [Fact]
    public async Task Probe_Machine_IsJudgedByItsThresholds()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The machine has to be Linux.");
        const string Roomy = "threshold: { cpu: 1, mem: 1, disk: 1, load: { m1: 999, m5: 999, m15: 999 } }";
        var good = await OneTarget.ProbeAsync(Read("host", $"{Roomy}, disks: [/, /tmp]"));
        var full = await OneTarget.ProbeAsync(Read("host", "threshold: { mem: 0.000001, load: { m1: 999, m5: 999, m15: 999 } }"));
        var absent = await OneTarget.ProbeAsync(Read("host", $"{Roomy}, disks: ['/no such; touch disk']"));

        good.IsGood.ShouldBeTrue(good.Message);
        full.Failure.ShouldBe(FailureClass.Content);
        full.Message.ShouldContain("memory ");
        absent.Message.ShouldContain("a disk that is not there");
    }

    /// <summary>Servers that are none.</summary>
    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\n\r\n")]
    [InlineData("SSH-2.0-x\r\n\0\0\0\u0001garbage garbage garbage garbage garbage")]
    [InlineData("")]
    public async Task Probe_ServerThatSpeaksGarbage_IsDownWithAClearSentence(string answer)
    {
        await using var server = await GarbageServer.StartAsync(answer);
        var result = await OneTarget.ProbeAsync(Parse(
            $"ssh:\n  servers:\n    - {{ name: a, host: 'u@127.0.0.1:{server.Port}', password: x, timeout: 5s }}\n"));

        result.Failure.IsEvidence().ShouldBeTrue($"{result.Failure}: {result.Message}");
        result.Message.ShouldNotContain("unexpectedly");
    }

    private ProbesFile Read(string kind, string keys) => Parse(
        $"{kind}:\n  servers:\n    - {{ name: a, host: '{Environment.UserName}@127.0.0.1:{_server!.Port}', "
            + $"key: {_server.Key}, {keys} }}\n");

    private ProbesFile Parse(string text)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), text);
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null, hosts: new KnownHosts(_server!.Known));
    }
}
