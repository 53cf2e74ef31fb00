using System.Buffers;
using System.Text;
using Gateway.Features.Headers;

namespace Gateway.Tests.Headers;

/// <summary>
/// Header blocks as <see cref="SocketsHttpHandler"/> writes them: literals without Huffman coding (RFC 7541, section 6.2).
/// </summary>
public sealed class FieldLinesTests
{
    [Theory]
    [InlineData("a")]
    [InlineData("a", "b")]
    [InlineData("", "", "")]
    [InlineData("a", "", "b")]
    public void Separate_RepeatedName_WritesALineForEachValue(params string[] values)
    {
        var name = Literal("x-name");

        var (block, flags) = Separated(EndStream, [0x83, 0, .. name, .. Literal(FieldLines.Combine(values)), 0x84]);

        block.ShouldBe((byte[])[0x83, .. values.SelectMany(value => (byte[])[0, .. name, .. Literal(value)]), 0x84]);
        flags.ShouldBe(EndStream | EndHeaders);
    }

    [Theory]
    [InlineData(126)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(255)]
    [InlineData(20_000)]
    public void Separate_LongValues_KeepTheirLengths(int length)
    {
        var (one, other) = (new string('x', length), new string('y', length + 1));

        var (block, _) = Separated(0, [0x0F, 0x09, .. Literal(FieldLines.Combine([one, other]))]); // the name is in the static table

        block.ShouldBe((byte[])[0x0F, 0x09, .. Literal(one), 0x0F, 0x09, .. Literal(other)]);
    }

    private const byte EndStream = 0x1;
    private const byte EndHeaders = 0x4;

    private static byte[] Literal(string text)
    {
        var length = new List<byte>();
        if (text.Length < 127)
        {
            length.Add((byte)text.Length);
        }
        else
        {
            length.Add(127);
            var rest = text.Length - 127;
            for (; rest >= 128; rest /= 128)
            {
                length.Add((byte)((rest % 128) + 128));
            }

            length.Add((byte)rest);
        }

        return [.. length, .. Encoding.Latin1.GetBytes(text)];
    }

    /// <returns>The block, and the flags of its first frame, after frames of at most 16 KiB were read and written.</returns>
    private static (byte[] Block, int Flags) Separated(byte flags, byte[] block)
    {
        const int Frame = 16_384;
        byte[] frames = [];
        for (var at = 0; at < block.Length; at += Frame)
        {
            var piece = block[at..Math.Min(at + Frame, block.Length)];
            var isLast = at + Frame >= block.Length;
            frames =
            [
                .. frames, 0, (byte)(piece.Length >> 8), (byte)piece.Length, (byte)(at == 0 ? 1 : 9),
                (byte)((at == 0 ? flags : 0) | (isLast ? EndHeaders : 0)), 0, 0, 0, 5, .. piece,
            ];
        }

        FieldLines.LengthOf(frames).ShouldBe(frames.Length);
        var output = new ArrayBufferWriter<byte>();
        FieldLines.Separate(frames, output);
        var written = output.WrittenMemory.ToArray();
        FieldLines.LengthOf(written).ShouldBe(written.Length);
        byte[] all = [];
        for (var at = 0; at < written.Length;)
        {
            var length = FieldLines.PayloadLength(written.AsSpan(at));
            length.ShouldBeLessThanOrEqualTo(Frame);
            written[at + 8].ShouldBe((byte)5);
            all = [.. all, .. written.AsSpan(at + 9, length)];
            at += 9 + length;
        }

        return (all, written[4]);
    }
}
