using System.Net;
using System.Net.Sockets;

namespace Journal.Features.Udp.Receiving;

/// <summary>A way to take datagrams off a socket. One thread uses it.</summary>
internal interface IDatagramReceiver
{
    /// <summary>Longer than any UDP datagram (its length has 16 bits, header included), so that none is cut.</summary>
    const int MaxDatagramBytes = 64 << 10;

    /// <summary>Waits for datagrams, until the socket's time-out.</summary>
    /// <returns>The number of datagrams.</returns>
    /// <exception cref="SocketException">A datagram or the socket failed.</exception>
    /// <exception cref="NotSupportedException">The system does not support this way.</exception>
    int Receive();

    /// <param name="place">From 0, less than the number of datagrams of the last call.</param>
    ReadOnlySpan<byte> DatagramAt(int place);

    /// <param name="place">The same place as for its datagram.</param>
    /// <returns>Its sender's address; the next call overwrites it.</returns>
    SocketAddress SourceAt(int place);
}

/// <summary>Opens the best way that the system has.</summary>
internal delegate IDatagramReceiver OpenReceiver(Socket socket);
