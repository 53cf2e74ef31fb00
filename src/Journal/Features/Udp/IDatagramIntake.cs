using System.Net;

namespace Journal.Features.Udp;

/// <summary>Takes the datagrams that the listener receives. Only one thread calls it.</summary>
internal interface IDatagramIntake
{
    /// <param name="datagram">The datagram; a later one overwrites it.</param>
    /// <param name="source">Its address; a later one overwrites it.</param>
    void Take(ReadOnlySpan<byte> datagram, SocketAddress source);
}
