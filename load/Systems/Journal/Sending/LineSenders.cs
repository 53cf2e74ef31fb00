using System.Net;
using System.Net.Sockets;
using System.Text;
using Load.Systems.Journal.Rows;

namespace Load.Systems.Journal.Sending;

/// <summary>The senders by their names.</summary>
internal static class LineSenders
{
    /// <param name="transport">One of <see cref="LineTransport"/>.</param>
    /// <param name="ports">The receiver's.</param>
    public static ILineSender Open(string transport, ReceiverPorts ports) => transport switch
    {
        LineTransport.Udp or LineTransport.Flooded or LineTransport.Overloaded => new UdpLines(ports.Udp),
        LineTransport.Tcp => StreamLines.OverTcp(ports.Tcp),
        LineTransport.Tls => StreamLines.OverTls(ports),
        LineTransport.Relp => new RelpLines(ports.Relp),
        LineTransport.Sealed => new SealedLines(ports),
        LineTransport.Http => new HttpLines(ports.Http),
        LineTransport.InTurn => new LinesInTurn(ports),
        _ => throw new ArgumentException($"No way is called {transport}.", nameof(transport)),
    };

    /// <returns>A socket that is connected to a port of loopback.</returns>
    internal static Socket Connect(SocketType type, ProtocolType protocol, int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, type, protocol);
        socket.Connect(IPAddress.Loopback, port);
        return socket;
    }

    private sealed class UdpLines(int port) : ILineSender
    {
        private readonly Socket _socket = Connect(SocketType.Dgram, ProtocolType.Udp, port);

        public void Send(ReadOnlySpan<byte[]> lines)
        {
            foreach (var line in lines)
            {
                _socket.Send(line);
            }
        }

        public void Dispose() => _socket.Dispose();
    }

    private sealed class HttpLines(int port) : ILineSender
    {
        private readonly HttpClient _http = new();
        private readonly Uri _address = new($"http://127.0.0.1:{port}/v1/lines");

        public void Send(ReadOnlySpan<byte[]> lines)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, _address) { Content = new ByteArrayContent(Join(lines)) };
            using var answer = _http.Send(request);
            if (!answer.IsSuccessStatusCode)
            {
                throw new IOException($"The receiver answers {(int)answer.StatusCode}.");
            }
        }

        public void Dispose() => _http.Dispose();

        private static byte[] Join(ReadOnlySpan<byte[]> lines)
        {
            using var body = new MemoryStream();
            foreach (var line in lines)
            {
                body.Write(line);
                body.WriteByte((byte)'\n');
            }

            return body.ToArray();
        }
    }

    private sealed class LinesInTurn(ReceiverPorts ports) : ILineSender
    {
        private readonly Socket _datagrams = Connect(SocketType.Dgram, ProtocolType.Udp, ports.Udp);
        private bool _isTcp;

        public void Send(ReadOnlySpan<byte[]> lines)
        {
            foreach (var line in lines)
            {
                if (_isTcp = !_isTcp)
                {
                    _datagrams.Send(line);
                    continue;
                }

                using var connection = Connect(SocketType.Stream, ProtocolType.Tcp, ports.Tcp);
                connection.Send((ReadOnlySpan<byte>)[.. Encoding.ASCII.GetBytes($"{line.Length} "), .. line]);
            }
        }

        public void Dispose() => _datagrams.Dispose();
    }
}
