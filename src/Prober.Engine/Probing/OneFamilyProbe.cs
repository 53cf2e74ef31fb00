using System.Net.Sockets;

namespace Prober.Engine.Probing;

/// <summary>A probe over IPv4 alone, or over IPv6 alone.</summary>
public sealed class OneFamilyProbe(IProbe probe, AddressFamily family) : IProbe
{
    public string Kind => probe.Kind;

    public string Endpoint => probe.Endpoint;

    public string Destination => probe.Destination;

    public Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        call.Family = family;
        return probe.ProbeAsync(call);
    }
}
