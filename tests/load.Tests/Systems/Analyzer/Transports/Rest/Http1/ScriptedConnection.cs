using System.Net.Sockets;
using System.Text;

namespace Load.Tests.Systems.Analyzer.Transports.Rest.Http1;

/// <summary>The service's end of a connection.</summary>
internal sealed class ScriptedConnection : IDisposable
{
    private readonly Socket _socket;

    public ScriptedConnection(Socket socket)
    {
        _socket = socket;
        _socket.NoDelay = true; // every send is a packet
    }

    /// <summary>Reads exactly so many bytes as <paramref name="request"/> has, and compares them.</summary>
    public async Task ExpectAsync(string request)
    {
        var received = new byte[request.Length];
        var count = 0;
        while (count < received.Length && await ReceiveAsync(received.AsMemory(count)) is > 0 and var read)
        {
            count += read;
        }

        Encoding.Latin1.GetString(received, 0, count).ShouldBe(request);
    }

    /// <summary>Reads until the other end is closed, or reset.</summary>
    /// <returns>How many bytes there were.</returns>
    public async Task<long> DrainAsync()
    {
        var (buffer, sum) = (new byte[64 * 1024], 0L);
        try
        {
            while (await ReceiveAsync(buffer) is > 0 and var read)
            {
                sum += read;
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
            // closed, with something unread
        }

        return sum;
    }

    public async Task SendAsync(string answer) =>
        await _socket.SendAsync(Encoding.Latin1.GetBytes(answer), TestContext.Current.CancellationToken).AsTask().Within();

    /// <summary>Ends it so that the other end hears of a reset, not of an end.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(enable: true, seconds: 0);
        _socket.Dispose();
    }

    public void Dispose() => _socket.Dispose();

    private Task<int> ReceiveAsync(Memory<byte> buffer) =>
        _socket.ReceiveAsync(buffer, TestContext.Current.CancellationToken).AsTask().Within();
}
