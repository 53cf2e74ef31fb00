using System.ComponentModel;
using System.Net;
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
        { new SocketException((int)SocketError.TooManyOpenSockets), FailureClass.Limit },
        { new SocketException((int)SocketError.AddressNotAvailable), FailureClass.Limit },
        { new SocketException((int)SocketError.NoBufferSpaceAvailable), FailureClass.Limit },
        { new SocketException((int)SocketError.AddressAlreadyInUse), FailureClass.Limit },
        { new InsufficientMemoryException(), FailureClass.Limit }, // a kind of OutOfMemoryException
        { new PingException("x", new SocketException((int)SocketError.AccessDenied)), FailureClass.Route },
        { new SocketException((int)SocketError.NetworkDown), FailureClass.Route },
        { new SocketException((int)SocketError.ProtocolNotSupported), FailureClass.Route },
        { new SocketException((int)SocketError.AccessDenied), FailureClass.Route },
        { new SocketException((int)SocketError.AddressFamilyNotSupported), FailureClass.Route },
        { new IOException("x", new SocketException((int)SocketError.TooManyOpenSockets)), FailureClass.Limit },
        { new SocketException((int)SocketError.HostUnreachable), FailureClass.Unreachable },
    };

    [Theory]
    [InlineData("fe80::1%4093", FailureClass.Route)] // there is no such interface
    [InlineData("127.0.0.1", FailureClass.Unreachable)] // a router beyond this machine said so
    public void Classify_UnreachableNetwork_IsTheTargetsFaultOnlyWithARoute(string address, FailureClass failure) =>
        ProbeFaults.Classify(new SocketException((int)SocketError.NetworkUnreachable), IPAddress.Parse(address)).Failure
            .ShouldBe(failure);

    [Theory]
    [MemberData(nameof(Faults), DisableDiscoveryEnumeration = true)]
    public async Task Run_FaultOfAProbe_HasItsClass(Exception fault, FailureClass failure) =>
        (await Probes.RunAsync(new FaultyProbe(fault))).Failure.ShouldBe(failure, fault.InnerException?.Message);

    private sealed class FaultyProbe(Exception fault) : IProbe
    {
        public string Kind => "ping";

        public string Endpoint => "here";

        public string Destination => "here";

        public Task<ProbeResult> ProbeAsync(ProbeCall call) => Task.FromException<ProbeResult>(fault);
    }
}
