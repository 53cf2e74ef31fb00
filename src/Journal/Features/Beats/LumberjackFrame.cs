using System.Buffers;
using System.Buffers.Binary;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace Journal.Features.Beats;

/// <summary>A frame of the lumberjack protocol: a version, a type, and its fields, all numbers with 32 bits, big-endian.</summary>
/// <param name="Version"><c>1</c> or <c>2</c>, in ASCII.</param>
/// <param name="Number">The size of a window, or the number of an event.</param>
/// <param name="Event">The JSON of an event, or the packed bytes.</param>
internal readonly record struct LumberjackFrame(byte Version, LumberjackKind Kind, uint Number, ReadOnlyMemory<byte> Event)
{
    private const int HeadBytes = 6;
    private const int MaxPairs = 4096;

    /// <param name="bytes">From the frame's first byte on.</param>
    /// <param name="maxBytes">What a frame may have.</param>
    /// <param name="frame">Valid when this returns more than 0.</param>
    /// <returns>The frame's length; 0 when more bytes are needed.</returns>
    /// <exception cref="InvalidDataException">No frame begins so.</exception>
    public static int TryRead(ReadOnlyMemory<byte> bytes, int maxBytes, out LumberjackFrame frame)
    {
        frame = default;
        var span = bytes.Span;
        if (span is [not ((byte)'1' or (byte)'2'), ..] || span is [_, not ((byte)'W' or (byte)'J' or (byte)'D' or (byte)'C'), ..])
        {
            throw new InvalidDataException("It is not the lumberjack protocol: let Beats send with output.logstash to this port.");
        }

        if (span.Length < HeadBytes)
        {
            return 0;
        }

        var number = BinaryPrimitives.ReadUInt32BigEndian(span[2..]);
        switch (span[1])
        {
            case (byte)'W':
                frame = new(span[0], LumberjackKind.Window, number, default);
                return HeadBytes;
            case (byte)'C':
                return Content(bytes, HeadBytes - 4, maxBytes, out var packed) is > 0 and var end
                    ? Found(new(span[0], LumberjackKind.Packed, 0, packed), end, out frame) : 0;
            case (byte)'J':
                return Content(bytes, HeadBytes, maxBytes, out var json) is > 0 and var last
                    ? Found(new(span[0], LumberjackKind.Event, number, json), last, out frame) : 0;
            default:
                return Pairs(bytes, maxBytes, out var map) is > 0 and var length
                    ? Found(new(span[0], LumberjackKind.Event, number, map), length, out frame) : 0;
        }
    }

    private static int Found(LumberjackFrame read, int length, out LumberjackFrame frame)
    {
        frame = read;
        return length;
    }

    /// <summary>A length, and so many bytes.</summary>
    private static int Content(ReadOnlyMemory<byte> bytes, int at, int maxBytes, out ReadOnlyMemory<byte> content)
    {
        content = default;
        if (bytes.Length < at + 4)
        {
            return 0;
        }

        var length = BinaryPrimitives.ReadUInt32BigEndian(bytes.Span[at..]);
        if (length > (uint)maxBytes)
        {
            throw new InvalidDataException(
                $"A frame is longer than {maxBytes} bytes (Journal:MaxBodyBytes): send fewer events in a batch.");
        }

        if (bytes.Length - at - 4 < length)
        {
            return 0;
        }

        content = bytes.Slice(at + 4, (int)length);
        return at + 4 + (int)length;
    }

    /// <summary>
    /// Version 1 has names and values, which are stored as a JSON object; if one of them is no UTF-8, all their bytes follow, as
    /// <c>lumberjack</c>.
    /// </summary>
    private static int Pairs(ReadOnlyMemory<byte> bytes, int maxBytes, out ReadOnlyMemory<byte> map)
    {
        map = default;
        if (bytes.Length < HeadBytes + 4)
        {
            return 0;
        }

        var count = BinaryPrimitives.ReadUInt32BigEndian(bytes.Span[HeadBytes..]);
        if (count > MaxPairs)
        {
            throw new InvalidDataException($"An event has more than {MaxPairs} fields.");
        }

        var end = HeadBytes + 4;
        for (var left = 2 * count; left > 0; left--)
        {
            end = Content(bytes, end, maxBytes, out _);
            if (end == 0)
            {
                return 0; // nothing is written before all has come
            }
        }

        var output = new ArrayBufferWriter<byte>();
        using var json = new Utf8JsonWriter(output, new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
        json.WriteStartObject();
        var (at, isExact) = (HeadBytes + 4, true);
        for (; count > 0; count--)
        {
            at = Content(bytes, Content(bytes, at, maxBytes, out var name), maxBytes, out var value);
            isExact &= Utf8.IsValid(name.Span) && Utf8.IsValid(value.Span);
            json.WriteString(System.Text.Encoding.UTF8.GetString(name.Span), System.Text.Encoding.UTF8.GetString(value.Span));
        }

        if (!isExact)
        {
            json.WriteBase64String("lumberjack"u8, bytes.Span[HeadBytes..at]);
        }

        json.WriteEndObject();
        json.Flush();
        map = output.WrittenMemory;
        return at;
    }
}

/// <summary>The types of frames that a sender sends.</summary>
internal enum LumberjackKind
{
    Window,
    Event,
    Packed,
}
