using System.Buffers.Binary;

namespace Sigma.Streams.Avro;

/// <summary>Reads the primitive values of Avro's binary encoding (specification 1.12, "Binary Encoding"), never beyond the end.</summary>
internal ref struct AvroCursor(ReadOnlySpan<byte> bytes)
{
    private const int MaxVarintBytes = 10;

    private ReadOnlySpan<byte> _rest = bytes;

    public readonly int Left => _rest.Length;

    public byte ReadByte() => ReadBytes(1)[0];

    /// <summary>A varint with the sign in its lowest bit.</summary>
    public long ReadLong()
    {
        var value = 0UL;
        for (var i = 0; i < MaxVarintBytes; i++)
        {
            var next = ReadByte();
            value |= (ulong)(next & 0x7f) << (7 * i);
            if (next < 0x80)
            {
                return (long)(value >> 1) ^ -(long)(value & 1);
            }
        }

        throw new AvroDataException("has a number of more than 10 bytes.");
    }

    public float ReadFloat() => BinaryPrimitives.ReadSingleLittleEndian(ReadBytes(sizeof(float)));

    public double ReadDouble() => BinaryPrimitives.ReadDoubleLittleEndian(ReadBytes(sizeof(double)));

    /// <summary>Bytes with their length before them.</summary>
    public ReadOnlySpan<byte> ReadBytes() => ReadLong() is >= 0 and <= int.MaxValue and var length
        ? ReadBytes((int)length)
        : throw new AvroDataException("has a length below 0 or above its own.");

    public ReadOnlySpan<byte> ReadBytes(int length)
    {
        if (length > _rest.Length)
        {
            throw new AvroDataException("ends too early for its schema.");
        }

        var read = _rest[..length];
        _rest = _rest[length..];
        return read;
    }

    /// <summary>The number of items in the next block of an array or a map; 0 at the end.</summary>
    public long ReadBlock()
    {
        var count = ReadLong();
        if (count < 0)
        {
            ReadLong(); // the size of the block in bytes
        }

        return count == long.MinValue ? throw new AvroDataException("has a block of too many items.") : Math.Abs(count);
    }
}
