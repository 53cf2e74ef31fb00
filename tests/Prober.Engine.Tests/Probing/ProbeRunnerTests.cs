using System.ComponentModel;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using Prober.Engine.Probing;

namespace Prober.Engine.Tests.Probing;

public sealed class ProbeRunnerTests
{
    private const int TooManyOpenFiles = 24;

    /// <summary>.NET wraps whatever happens to a ping.</summary>
    public static TheoryData<Exception, FailureClass> Faults => new()
    {
        { new PingException("x", new SocketException((int)SocketError.TooManyOpenSockets)), FailureClass.Limit },
        { new PingException("x", new SocketException((int)SocketError.NetworkUnreachable)), FailureClass.Unreachable },
        { new PingException("x", new Win32Exception(TooManyOpenFiles)), FailureClass.Limit },
        { new PlatformNotSupportedException("There is no ping."), FailureClass.Limit },
        { new PingException("x", new InvalidOperationException()), FailureClass.Protocol },
    };

    [Theory]
    [MemberData(nameof(Faults), DisableDiscoveryEnumeration = true)]
    public async Task Run_PingThatCannotBeSent_HasTheClassOfItsFault(Exception fault, FailureClass failure) =>
        (await Probes.RunAsync(new FaultyProbe(fault))).Failure.ShouldBe(failure, fault.InnerException?.Message);

    private sealed class FaultyProbe(Exception fault) : IProbe
    {
        public string Kind => "ping";

        public string Endpoint => "here";

        public string Destination => "here";

        public Task<ProbeResult> ProbeAsync(ProbeCall call) => Task.FromException<ProbeResult>(fault);
    }
}
