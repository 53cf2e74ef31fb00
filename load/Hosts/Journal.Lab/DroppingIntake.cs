using System.Net;
using Journal.Features.Ingest;
using Journal.Features.Udp;

namespace Journal.Lab;

/// <summary>Drops datagrams, and counts them as refused, so that they are accounted for.</summary>
internal sealed class DroppingIntake(Ingester ingester) : IDatagramIntake
{
    public void Take(ReadOnlySpan<byte> datagram, SocketAddress source) => ingester.Refuse();
}
