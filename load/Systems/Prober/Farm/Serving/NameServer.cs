using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Farm.Serving;

/// <summary>Answers every question for an address of IPv4 with this machine's own, for a minute; others with nothing.</summary>
internal static class NameServer
{
    private const int HeadLength = 12;
    private static readonly byte[] Address = [0xC0, HeadLength, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1];

    /// <exception cref="SocketException">The port is taken.</exception>
    public static Socket Bind(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveBufferSize = 4 << 20 };
        socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
        return socket;
    }

    public static async Task RunAsync(Socket socket, FarmCounts counts, CancellationToken stop)
    {
        var buffer = new byte[1500];
        var visitor = new SocketAddress(AddressFamily.InterNetwork);
        while (!stop.IsCancellationRequested)
        {
            try
            {
                var length = await socket.ReceiveFromAsync(buffer, SocketFlags.None, visitor, stop);
                var end = HeadLength + buffer.AsSpan(HeadLength, Math.Max(0, length - HeadLength)).IndexOf((byte)0) + 5;
                if (end > length || end < HeadLength + 5)
                {
                    continue;
                }

                counts.Resolved();
                await socket.SendToAsync(buffer.AsMemory(0, Answer(buffer, end)), SocketFlags.None, visitor, stop);
            }
            catch (Exception exception) when (exception is SocketException or OperationCanceledException)
            {
                // The client is gone, or the farm stops.
            }
        }
    }

    private static int Answer(byte[] message, int end)
    {
        var hasAddress = BinaryPrimitives.ReadUInt16BigEndian(message.AsSpan(end - 4)) == 1;
        BinaryPrimitives.WriteUInt16BigEndian(message.AsSpan(2), 0x8180);
        BinaryPrimitives.WriteUInt16BigEndian(message.AsSpan(6), (ushort)(hasAddress ? 1 : 0));
        message.AsSpan(8, 4).Clear();
        if (hasAddress)
        {
            Address.CopyTo(message, end);
        }

        return hasAddress ? end + Address.Length : end;
    }
}
