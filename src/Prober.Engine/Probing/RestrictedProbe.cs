using System.Net;
using System.Net.Sockets;

namespace Prober.Engine.Probing;

/// <summary>A probe over one family of addresses, or from one address of this machine.</summary>
/// <param name="family">The only family; unspecified for either, or that of the source.</param>
/// <param name="source">An address of this machine; null for the one that its routes choose.</param>
public sealed class RestrictedProbe(IProbe probe, AddressFamily family, IPAddress? source = null) : IProbe
{
    public string Kind => probe.Kind;

    public string Endpoint => probe.Endpoint;

    public string Destination => probe.Destination;

    public Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        call.Family = source?.AddressFamily ?? family;
        call.Source = source;
        return probe.ProbeAsync(call);
    }
}
