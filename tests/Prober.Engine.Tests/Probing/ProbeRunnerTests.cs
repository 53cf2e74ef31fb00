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
        { new FileNotFoundException("Could not load file or assembly."), FailureClass.Limit }, // .NET, without a handle
        { new FileLoadException(), FailureClass.Limit },
        { new DllNotFoundException(), FailureClass.Limit },
        { new TypeInitializationException("x", null), FailureClass.Limit },
    };

    /// <summary>Linux says each of these, by the kind of route that it lacks or has: none, "unreachable", "blackhole".</summary>
    [Theory]
    [InlineData(SocketError.NetworkUnreachable, "fe80::1%4093", FailureClass.Route)] // there is no such interface
    [InlineData(SocketError.HostUnreachable, "fe80::1%4093", FailureClass.Route)]
    [InlineData(SocketError.InvalidArgument, "fe80::1%4093", FailureClass.Route)]
    [InlineData(SocketError.NetworkUnreachable, "127.0.0.1", FailureClass.Unreachable)] // a router beyond this machine said so
    [InlineData(SocketError.HostUnreachable, "127.0.0.1", FailureClass.Unreachable)]
    public void Classify_UnreachableNetwork_IsTheTargetsFaultOnlyWithARoute(SocketError error, string address, FailureClass failure) =>
        ProbeFaults.Classify(new SocketException((int)error), IPAddress.Parse(address)).Failure.ShouldBe(failure);

    [Theory]
    [InlineData(SocketError.AddressNotAvailable, "192.0.2.1")] // no address of this machine
    [InlineData(SocketError.InvalidArgument, "::1")]
    public void Classify_SourceThatCannotBeUsed_IsTheProbersOwnSide(SocketError error, string source) =>
        ProbeFaults.Classify(new SocketException((int)error), IPAddress.Loopback, IPAddress.Parse(source))
            .Failure.ShouldBe(FailureClass.Route);

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
