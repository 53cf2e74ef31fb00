using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;

namespace Gateway.Tests.BadInput;

/// <summary>
/// A connection of HTTP/2 (RFC 9113), as far as a test needs one. A frame is nine bytes of header - length (3), type, flags, stream (4) -
/// and its payload.
/// </summary>
/// <param name="stream">The bytes.</param>
/// <param name="onReset">Hears the error code of each stream that the gateway resets.</param>
/// <param name="cancellationToken">Ends it.</param>
internal sealed class ScriptedConnection(Stream stream, Action<int> onReset, CancellationToken cancellationToken)
{
    public const byte Data = 0;
    public const byte Headers = 1;
    public const byte ResetStream = 3;
    public const byte Settings = 4;
    public const byte Ping = 6;
    public const byte GoAway = 7;
    public const byte WindowUpdate = 8;

    public const byte EndStream = 1;
    public const byte EndHeaders = 4;
    private const byte Acknowledge = 1;

    private const int PrefaceLength = 24;
    private const int HeaderLength = 9;
    private const int FirstWindow = 65_535;

    /// <summary>The connection's preface, and empty settings of our own.</summary>
    public async Task GreetAsync()
    {
        await stream.ReadExactlyAsync(new byte[PrefaceLength], cancellationToken);
        await FrameAsync(Settings, 0, 0);
    }

    /// <summary>Reads until the next call has come to its end.</summary>
    /// <param name="atHead">Returns when the call begins, and gives no window for its body.</param>
    /// <returns>Its stream; 0 at the end of the connection.</returns>
    public async Task<int> NextCallAsync(bool atHead = false)
    {
        while (await NextFrameAsync() is var (type, flags, id, payload))
        {
            if (type is Settings or Ping && (flags & Acknowledge) == 0)
            {
                await FrameAsync(type, Acknowledge, 0, type == Ping ? payload : []);
            }
            else if (type == ResetStream)
            {
                onReset(BinaryPrimitives.ReadInt32BigEndian(payload));
            }
            else if (type == Data && payload.Length > 0 && !atHead)
            {
                await FrameAsync(WindowUpdate, 0, 0, Number(payload.Length));
                await FrameAsync(WindowUpdate, 0, id, Number(payload.Length));
            }

            if (type is Data or Headers && (atHead ? type == Headers : (flags & EndStream) != 0))
            {
                return id;
            }
        }

        return 0;
    }

    /// <summary>Reads all that the body of a call may send while it is given no window beyond the first.</summary>
    public async Task UseUpWindowAsync()
    {
        for (var left = FirstWindow; left > 0 && await NextFrameAsync() is var (type, _, _, payload);)
        {
            left -= type == Data ? payload.Length : 0;
        }
    }

    public Task FrameAsync(byte type, byte flags, int id, params byte[] payload) => SendAsync(Frame(type, flags, id, payload));

    public static byte[] Frame(byte type, byte flags, int id, params byte[] payload) =>
        [.. Length(payload.Length), type, flags, .. Number(id), .. payload];

    public async Task SendAsync(params byte[] bytes) => await stream.WriteAsync(bytes, cancellationToken);

    /// <summary>Response headers, and with <paramref name="flags"/> of <see cref="EndStream"/> the trailers.</summary>
    public Task HeadersAsync(int id, byte flags, params (string Name, string Value)[] fields) =>
        FrameAsync(Headers, (byte)(flags | EndHeaders), id, Block(fields));

    /// <summary>A header block.</summary>
    public static byte[] Block(params (string Name, string Value)[] fields) =>
        [.. fields.SelectMany(field => Field(field.Name, field.Value))];

    /// <summary>An answer as it should be: one message, and status 0.</summary>
    public async Task AnswerAsync(int id, params byte[] message)
    {
        await HeadersAsync(id, 0, (":status", "200"), ("content-type", "application/grpc"));
        await MessageAsync(id, 0, message);
        await HeadersAsync(id, EndStream, ("grpc-status", "0"));
    }

    /// <param name="id">The id of the stream.</param>
    /// <param name="compressed">1 when the message claims to be.</param>
    /// <param name="message">The message, sent as it is.</param>
    public Task MessageAsync(int id, byte compressed, params byte[] message) =>
        FrameAsync(Data, 0, id, [compressed, .. Number(message.Length), .. message]);

    /// <summary>With bytes that were not read this resets the connection, as for any socket.</summary>
    public void Close() => stream.Close();

    /// <summary>Sends nothing more.</summary>
    public void End() => ((NetworkStream)stream).Socket.Shutdown(SocketShutdown.Send);

    public static byte[] Number(int value) => [(byte)(value >> 24), (byte)(value >> 16), (byte)(value >> 8), (byte)value];

    /// <returns>Null at the end of the connection.</returns>
    private async Task<(byte Type, byte Flags, int Id, byte[] Payload)?> NextFrameAsync()
    {
        var header = new byte[HeaderLength];
        if (await stream.ReadAtLeastAsync(header, HeaderLength, throwOnEndOfStream: false, cancellationToken) != HeaderLength)
        {
            return null;
        }

        var payload = new byte[(header[0] << 16) | (header[1] << 8) | header[2]];
        await stream.ReadExactlyAsync(payload, cancellationToken);
        return (header[3], header[4], BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(5)), payload);
    }

    private static byte[] Length(int length) => Number(length)[1..];

    /// <summary>A literal without indexing, its name new and nothing Huffman-coded (RFC 7541, section 6.2.2).</summary>
    private static byte[] Field(string name, string value) => [0, .. Text(name), .. Text(value)];

    /// <summary>The length, as an integer with a prefix of seven bits (RFC 7541, section 5.1), and the text.</summary>
    private static byte[] Text(string text)
    {
        var bytes = Encoding.Latin1.GetBytes(text);
        if (bytes.Length < 127)
        {
            return [(byte)bytes.Length, .. bytes];
        }

        var length = new List<byte> { 127 };
        var rest = bytes.Length - 127;
        for (; rest >= 128; rest >>= 7)
        {
            length.Add((byte)(rest | 128));
        }

        return [.. length, (byte)rest, .. bytes];
    }
}
