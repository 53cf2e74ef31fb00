using System.Buffers;
using System.Globalization;
using System.Net;
using System.Text;
using Hosting.Logging;
using Journal.Features.Ingest;
using Journal.Log.Frames;

namespace Journal.Features.Tcp;

/// <summary>Counts what stream listeners refuse, and names the sender in the log, at most once a minute.</summary>
internal sealed partial class RefusedSenders(Ingester ingester, TimeProvider time, ILogger<RefusedSenders> logger)
{
    private const int QuotedBytes = 32;

    private readonly LineAMinute _line = new(time);

    /// <param name="kind">The port.</param>
    /// <param name="peer">The sender.</param>
    /// <param name="bytes">The refused bytes.</param>
    /// <param name="areLines">Whether each line counts; otherwise all of it counts as one message.</param>
    public void Refuse(SourceKind kind, EndPoint? peer, ReadOnlySequence<byte> bytes, bool areLines)
    {
        var begin = bytes.Slice(0, Math.Min(bytes.Length, QuotedBytes)).ToArray();
        Refuse($"syslog over {kind}", $"{peer}", begin, CauseOf(begin), areLines ? Math.Max(1, LineBreaks(bytes)) : 1);
    }

    /// <param name="door">The protocol of the port.</param>
    /// <param name="peer">The sender.</param>
    /// <param name="bytes">The refused bytes, whose lines count.</param>
    /// <param name="cause">The likely cause, and what to do, in a sentence.</param>
    public void Refuse(string door, EndPoint? peer, ReadOnlySequence<byte> bytes, string cause) =>
        Refuse(door, $"{peer}", bytes.Slice(0, Math.Min(bytes.Length, QuotedBytes)).ToArray(), cause, Math.Max(1, LineBreaks(bytes)));

    /// <param name="door">The protocol of the port, or the path.</param>
    /// <param name="peer">The sender.</param>
    /// <param name="bytes">The refused bytes, or the first of them.</param>
    /// <param name="cause">The likely cause, and what to do, in a sentence.</param>
    /// <param name="messages">How many messages count.</param>
    public void Refuse(string door, string peer, ReadOnlySpan<byte> bytes, string cause, long messages = 1)
    {
        ingester.Refuse(messages);
        if (_line.IsDue())
        {
            Log.Refused(logger, door, peer, Quote(bytes[..Math.Min(bytes.Length, QuotedBytes)]), cause);
        }
    }

    private static long LineBreaks(ReadOnlySequence<byte> bytes)
    {
        var count = 0L;
        foreach (var segment in bytes)
        {
            count += segment.Span.Count((byte)'\n');
        }

        return count;
    }

    private static string CauseOf(ReadOnlySpan<byte> begin) => begin switch
    {
        [0x16, 0x03, ..] => "It begins a TLS handshake: send to the port for syslog over TLS.",
        _ when HttpRequestLine.Is(new(begin.ToArray()), isCut: true) => "It is an HTTP request: send to the HTTP port.",
        _ => "It has no octet count: set the port's framing to auto or lines.",
    };

    private static string Quote(ReadOnlySpan<byte> bytes)
    {
        var quoted = new StringBuilder();
        foreach (var each in bytes)
        {
            quoted.Append(each is >= 0x20 and < 0x7F ? (char)each : '.');
        }

        return string.Create(CultureInfo.InvariantCulture, $"\"{quoted}\"");
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Warning, "Refused {Door} from {Peer}, which begins with {Begin}. {Cause}")]
        public static partial void Refused(ILogger logger, string door, string peer, string begin, string cause);
    }
}
