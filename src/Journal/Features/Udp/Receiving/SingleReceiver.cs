using System.Net;
using System.Net.Sockets;

namespace Journal.Features.Udp.Receiving;

/// <summary>Receives one datagram per call, which every system supports.</summary>
internal sealed class SingleReceiver(Socket socket) : IDatagramReceiver
{
    private readonly byte[] _datagram = new byte[IDatagramReceiver.MaxDatagramBytes];
    private readonly SocketAddress _source = new(socket.AddressFamily);
    private int _length;

    public int Receive()
    {
        try
        {
            _length = socket.ReceiveFrom(_datagram, SocketFlags.None, _source);
            return 1;
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.TimedOut or SocketError.WouldBlock)
        {
            return 0;
        }
    }

    public ReadOnlySpan<byte> DatagramAt(int place) => _datagram.AsSpan(0, _length);

    public SocketAddress SourceAt(int place) => _source;
}
