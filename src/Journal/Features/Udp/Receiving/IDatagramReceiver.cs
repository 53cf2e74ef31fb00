using System.Net;
using System.Net.Sockets;

namespace Journal.Features.Udp.Receiving;

/// <summary>A way to take datagrams off a socket. One thread uses it.</summary>
internal interface IDatagramReceiver
{
    /// <summary>Longer than any datagram of UDP (its length has 16 bits, its own head included), so that none is cut.</summary>
    const int MaxDatagramBytes = 64 << 10;

    /// <summary>Waits for datagrams, as long as the socket's time-out says.</summary>
    /// <returns>How many have come.</returns>
    /// <exception cref="SocketException">Something is wrong with the one that came, or with the socket.</exception>
    /// <exception cref="NotSupportedException">The system does not let datagrams be taken in this way.</exception>
    int Receive();

    /// <param name="place">From 0 to the number of those that came last.</param>
    ReadOnlySpan<byte> DatagramAt(int place);

    /// <param name="place">As of its datagram.</param>
    /// <returns>Its sender's address; the next call overwrites it.</returns>
    SocketAddress SourceAt(int place);
}

/// <summary>Opens the best way that the system has.</summary>
internal delegate IDatagramReceiver OpenReceiver(Socket socket);
