using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;

namespace Analyzer.Service.Tests.Abuse;

/// <summary>
/// A connection of HTTP/2 in cleartext that sends frames by hand (RFC 9113). Headers are literals without an index (RFC 7541, 6.2.2), so
/// that nothing has to be remembered.
/// </summary>
internal sealed class Http2Wire : IDisposable
{
    public const byte Data = 0;
    public const byte Headers = 1;
    public const byte Reset = 3;
    public const byte Settings = 4;
    public const byte GoAway = 7;
    public const byte EndStream = 1;
    public const byte EndHeaders = 4;

    private readonly TcpClient _client = new() { NoDelay = true };
    private NetworkStream _stream = null!;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static async Task<Http2Wire> ConnectAsync(Uri address)
    {
        var wire = new Http2Wire();
        await wire._client.ConnectAsync(address.Host, address.Port, Token).AsTask().Within();
        wire._stream = wire._client.GetStream();
        await wire._stream.WriteAsync("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8.ToArray(), Token);
        await wire.SendAsync(Frame(Settings, 0, 0, []));
        return wire;
    }

    public Task SendAsync(byte[] frames) => _stream.WriteAsync(frames, Token).AsTask().Within();

    /// <summary>The next frame; null when the connection has ended.</summary>
    public async Task<(byte Type, byte Flags, int Stream, byte[] Payload)?> ReadAsync()
    {
        var head = new byte[9];
        if (!await FillAsync(head))
        {
            return null;
        }

        var payload = new byte[(head[0] << 16) | (head[1] << 8) | head[2]];
        return await FillAsync(payload)
            ? (head[3], head[4], BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(5)) & int.MaxValue, payload)
            : null;
    }

    public static byte[] Frame(byte type, byte flags, int stream, ReadOnlySpan<byte> payload)
    {
        var frame = new byte[9 + payload.Length];
        (frame[0], frame[1], frame[2]) = ((byte)(payload.Length >> 16), (byte)(payload.Length >> 8), (byte)payload.Length);
        (frame[3], frame[4]) = (type, flags);
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), stream);
        payload.CopyTo(frame.AsSpan(9));
        return frame;
    }

    /// <param name="stream">Odd, and larger than the one before.</param>
    /// <param name="flags">Beyond END_HEADERS.</param>
    public static byte[] Request(int stream, byte flags, string method, string path, params (string Name, string Value)[] fields)
    {
        var block = new MemoryStream();
        foreach (var (name, value) in ((string, string)[])
            [(":method", method), (":scheme", "http"), (":path", path), (":authority", "localhost"), .. fields])
        {
            block.WriteByte(0);
            Write(block, name);
            Write(block, value);
        }

        return Frame(Headers, (byte)(EndHeaders | flags), stream, block.ToArray());
    }

    /// <summary>A message of gRPC in a DATA frame.</summary>
    public static byte[] Message(int stream, ReadOnlySpan<byte> message, byte flags = 0)
    {
        var framed = new byte[5 + message.Length];
        BinaryPrimitives.WriteInt32BigEndian(framed.AsSpan(1), message.Length);
        message.CopyTo(framed.AsSpan(5));
        return Frame(Data, flags, stream, framed);
    }

    public void Dispose() => _client.Dispose();

    private static void Write(MemoryStream block, string text)
    {
        var bytes = Encoding.ASCII.GetBytes(text);
        bytes.Length.ShouldBeLessThan(127, "a longer one needs a varint");
        block.WriteByte((byte)bytes.Length);
        block.Write(bytes);
    }

    private async Task<bool> FillAsync(byte[] buffer)
    {
        try
        {
            await _stream.ReadExactlyAsync(buffer, Token).AsTask().Within();
            return true;
        }
        catch (Exception gone) when (gone is IOException or ObjectDisposedException)
        {
            return false;
        }
    }
}
