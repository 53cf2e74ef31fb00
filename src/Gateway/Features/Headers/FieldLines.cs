using System.Buffers;
using System.Buffers.Binary;

namespace Gateway.Features.Headers;

/// <summary>
/// Sends each value of a repeated field as a field line of its own. <see cref="SocketsHttpHandler"/> combines them into one line,
/// "a, b", which RFC 9110, section 5.3 allows, but which breaks binary metadata and changes all other metadata of gRPC.
/// </summary>
/// <remarks>
/// <see cref="Combine"/> joins the values by a mark that no valid value holds; <see cref="Separate"/> finds it in the header blocks
/// (RFC 7541, section 6) on their way to the connection, and writes the name again before each value. The handler sends literals
/// without Huffman coding and keeps nothing in the dynamic table, so a line can be repeated where it stands.
/// </remarks>
internal static class FieldLines
{
    /// <summary>U+001F, the unit separator. RFC 9110, section 5.5 allows no control character in a value except a tab.</summary>
    public const char Mark = '\u001f';

    public const int FrameHeadBytes = 9;
    private const int MaxFramePayload = 1 << 14; // RFC 9113, section 4.2: every peer takes as much
    private const byte HeadersType = 1;
    private const byte ContinuationType = 9;
    private const byte EndHeaders = 0x4;

    public static string Combine(IReadOnlyList<string?> values) => string.Join(Mark, values);

    /// <summary>Whether a header block may need <see cref="Separate"/>. A length can look like the mark; that does no harm.</summary>
    public static bool MayHoldMark(ReadOnlySpan<byte> block) => block.Contains((byte)Mark);

    /// <summary>Writes the frames of one header block, with repeated lines separated.</summary>
    /// <param name="frames">A HEADERS frame without padding or priority, and all its CONTINUATION frames.</param>
    /// <param name="output">Takes the frames to send.</param>
    public static void Separate(ReadOnlySpan<byte> frames, ArrayBufferWriter<byte> output)
    {
        var flags = frames[4];
        var stream = frames[5..FrameHeadBytes];
        var lines = new ArrayBufferWriter<byte>(frames.Length * 2);
        SeparateLines(BlockOf(frames), lines);
        var block = lines.WrittenSpan;
        var type = HeadersType;
        do
        {
            var piece = block[..Math.Min(block.Length, MaxFramePayload)];
            block = block[piece.Length..];
            var head = output.GetSpan(FrameHeadBytes);
            BinaryPrimitives.WriteUInt32BigEndian(head, ((uint)piece.Length << 8) | type);
            head[4] = (byte)((type == HeadersType ? flags & ~EndHeaders : 0) | (block.IsEmpty ? EndHeaders : 0));
            stream.CopyTo(head[5..]);
            output.Advance(FrameHeadBytes);
            output.Write(piece);
            type = ContinuationType;
        }
        while (!block.IsEmpty);
    }

    /// <summary>The length of a whole header block with the heads of its frames, which begins here; 0 if the end is not here.</summary>
    public static int LengthOf(ReadOnlySpan<byte> frames)
    {
        for (var at = 0; at + FrameHeadBytes <= frames.Length;)
        {
            var isLast = (frames[at + 4] & EndHeaders) != 0;
            at += FrameHeadBytes + PayloadLength(frames[at..]);
            if (isLast)
            {
                return at <= frames.Length ? at : 0;
            }
        }

        return 0;
    }

    public static int PayloadLength(ReadOnlySpan<byte> frame) => (frame[0] << 16) | (frame[1] << 8) | frame[2];

    public static bool IsHeaders(ReadOnlySpan<byte> frame) => frame[3] == HeadersType;

    private static byte[] BlockOf(ReadOnlySpan<byte> frames)
    {
        var block = new ArrayBufferWriter<byte>(frames.Length);
        while (!frames.IsEmpty)
        {
            var length = PayloadLength(frames);
            block.Write(frames.Slice(FrameHeadBytes, length));
            frames = frames[(FrameHeadBytes + length)..];
        }

        return block.WrittenSpan.ToArray();
    }

    private static void SeparateLines(ReadOnlySpan<byte> block, ArrayBufferWriter<byte> lines)
    {
        while (!block.IsEmpty)
        {
            // RFC 7541, sections 6.1 to 6.3: how many bits of the first byte belong to the index tells the form.
            var (indexBits, isLiteral) = block[0] switch
            {
                >= 0x80 => (7, false),
                >= 0x40 => (6, true),
                >= 0x20 => (5, false),
                _ => (4, true),
            };
            var at = ReadInteger(block, indexBits, out var index);
            if (!isLiteral)
            {
                lines.Write(block[..at]);
                block = block[at..];
                continue;
            }

            at = index == 0 ? EndOfString(block, at) : at;
            var end = EndOfString(block, at);
            WriteLines(block[..at], block[at..end], lines);
            block = block[end..];
        }
    }

    /// <param name="name">The form of the line, and its name.</param>
    /// <param name="literal">Its value, with the length before it.</param>
    /// <param name="lines">The output.</param>
    private static void WriteLines(ReadOnlySpan<byte> name, ReadOnlySpan<byte> literal, ArrayBufferWriter<byte> lines)
    {
        var isHuffman = (literal[0] & 0x80) != 0;
        var value = literal[ReadInteger(literal, 7, out _)..];
        if (isHuffman || !value.Contains((byte)Mark))
        {
            lines.Write(name);
            lines.Write(literal);
            return;
        }

        foreach (var part in value.Split((byte)Mark))
        {
            lines.Write(name);
            WriteLength(value[part].Length, lines);
            lines.Write(value[part]);
        }
    }

    private static int EndOfString(ReadOnlySpan<byte> block, int start) =>
        start + ReadInteger(block[start..], 7, out var length) + length;

    /// <summary>An integer with a prefix of so many bits (RFC 7541, section 5.1).</summary>
    /// <returns>Its length in bytes.</returns>
    private static int ReadInteger(ReadOnlySpan<byte> bytes, int bits, out int value)
    {
        var most = (1 << bits) - 1;
        value = bytes[0] & most;
        if (value < most)
        {
            return 1;
        }

        var at = 1;
        for (var shift = 0; ; shift += 7)
        {
            var next = bytes[at++];
            value = checked(value + ((next & 0x7F) << shift));
            if (next < 0x80)
            {
                return at;
            }
        }
    }

    private static void WriteLength(int length, ArrayBufferWriter<byte> lines)
    {
        const int Most = 0x7F;
        if (length < Most)
        {
            Write((byte)length);
            return;
        }

        Write(Most);
        for (length -= Most; length >= 0x80; length >>= 7)
        {
            Write((byte)(length | 0x80));
        }

        Write((byte)length);

        void Write(byte value)
        {
            lines.GetSpan(1)[0] = value;
            lines.Advance(1);
        }
    }
}
