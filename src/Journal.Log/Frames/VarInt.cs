using System.Runtime.CompilerServices;

namespace Journal.Log.Frames;

/// <summary>Numbers of one to ten bytes, seven bits each, the lowest first; signed ones zigzag.</summary>
internal static class VarInt
{
    public const int MaxBytes = 10;

    public static int Write(Span<byte> bytes, ulong value)
    {
        var length = 0;
        for (; value >= 0x80; value >>= 7)
        {
            bytes[length++] = (byte)(value | 0x80);
        }

        bytes[length++] = (byte)value;
        return length;
    }

    public static int WriteSigned(Span<byte> bytes, long value) => Write(bytes, (ulong)((value << 1) ^ (value >> 63)));

    /// <exception cref="InvalidDataException">The bytes end within it, or it is too long.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Read(ref ReadOnlySpan<byte> bytes)
    {
        if (!bytes.IsEmpty && bytes[0] is < 0x80 and var only)
        {
            bytes = bytes[1..]; // most have one byte
            return only;
        }

        return ReadLong(ref bytes);
    }

    public static long ReadSigned(ref ReadOnlySpan<byte> bytes)
    {
        var value = Read(ref bytes);
        return (long)(value >> 1) ^ -(long)(value & 1);
    }

    /// <exception cref="InvalidDataException">The number is larger than the limit.</exception>
    public static int Read(ref ReadOnlySpan<byte> bytes, int max)
    {
        var value = Read(ref bytes);
        return value <= (ulong)max ? (int)value : throw new InvalidDataException("a number in the plaintext is out of its range");
    }

    private static ulong ReadLong(ref ReadOnlySpan<byte> bytes)
    {
        ulong value = 0;
        for (var i = 0; i < Math.Min(MaxBytes, bytes.Length); i++)
        {
            value |= (ulong)(bytes[i] & 0x7F) << (7 * i);
            if (bytes[i] < 0x80)
            {
                bytes = bytes[(i + 1)..];
                return value;
            }
        }

        throw new InvalidDataException("a number in the plaintext does not end");
    }
}
