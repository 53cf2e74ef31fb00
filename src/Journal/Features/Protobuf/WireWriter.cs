using System.Buffers;
using System.Text;

namespace Journal.Features.Protobuf;

/// <summary>Writes the few messages that the journal answers with or puts together again.</summary>
internal static class WireWriter
{
    public static void WriteNumber(this ArrayBufferWriter<byte> output, int field, ulong value)
    {
        output.WriteVarint((ulong)field << 3);
        output.WriteVarint(value);
    }

    public static void WriteText(this ArrayBufferWriter<byte> output, int field, string text) =>
        output.WriteBytes(field, Encoding.UTF8.GetBytes(text));

    /// <summary>Bytes, or a message that was written before.</summary>
    public static void WriteBytes(this ArrayBufferWriter<byte> output, int field, ReadOnlySpan<byte> bytes)
    {
        output.WriteVarint(((ulong)field << 3) | (ulong)WireForm.Bytes);
        output.WriteVarint((ulong)bytes.Length);
        output.Write(bytes);
    }

    private static void WriteVarint(this ArrayBufferWriter<byte> output, ulong value)
    {
        for (; value >= 0x80; value >>= 7)
        {
            output.GetSpan(1)[0] = (byte)(value | 0x80);
            output.Advance(1);
        }

        output.GetSpan(1)[0] = (byte)value;
        output.Advance(1);
    }
}
