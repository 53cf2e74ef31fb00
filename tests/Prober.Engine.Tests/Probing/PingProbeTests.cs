using System.Net.Sockets;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Ping;

namespace Prober.Engine.Tests.Probing;

public sealed class PingProbeTests
{
    [Fact]
    public async Task Probe_ThisMachine_Answers()
    {
        Assert.SkipUnless(PingAbility.Find() == PingWay.Socket, "This process may open no socket of ICMP.");

        var result = await Probes.RunAsync(new PingProbe("localhost", count: 2));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.Address.ShouldNotBeNull();
    }

    /// <summary>On Linux .NET sends through raw sockets alone, also where the system would open others of ICMP for it.</summary>
    [Fact]
    public void Find_OnLinux_IsASocketWhereRawOnesOpen()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Other systems have sockets of ICMP for everybody.");

        PingAbility.Find().ShouldBe(CanOpenRaw() ? PingWay.Socket : PingWay.Program);
    }

    [Fact]
    public async Task Probe_NameThatNobodyCanResolve_IsNoEvidence() =>
        (await Probes.RunAsync(new PingProbe("none.test"))).Failure.ShouldBe(FailureClass.Resolver);

    private static bool CanOpenRaw()
    {
        try
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Raw, ProtocolType.Icmp);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
