using System.Net;

namespace Journal.Features.Udp;

/// <summary>Takes what the listener receives. One thread hands it in.</summary>
internal interface IDatagramIntake
{
    /// <param name="datagram">Overwritten by a later one.</param>
    /// <param name="source">So is this.</param>
    void Take(ReadOnlySpan<byte> datagram, SocketAddress source);
}
