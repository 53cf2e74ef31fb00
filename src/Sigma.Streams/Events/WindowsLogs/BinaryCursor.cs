using System.Buffers.Binary;
using System.Text;

namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>Reads a part of a chunk from left to right. Offsets are those in the chunk.</summary>
/// <param name="chunk">The chunk.</param>
/// <param name="at">Where it begins.</param>
/// <param name="end">Where it ends.</param>
internal sealed class BinaryCursor(ReadOnlyMemory<byte> chunk, int at, int end)
{
    public ReadOnlyMemory<byte> Chunk => chunk;

    public int At { get; private set; } = at;

    public bool IsAtEnd => At >= end;

    public byte Byte() => Take(1)[0];

    public byte Peek() => At < end ? chunk.Span[At] : throw Beyond();

    public ushort UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));

    public uint UInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(4));

    /// <summary>An offset in the chunk.</summary>
    public int Offset() => UInt32() is var offset && offset < chunk.Length ? (int)offset
        : throw new DamagedEventException($"an offset of {offset} is outside of the chunk");

    public string Utf16(int units)
    {
        var text = Encoding.Unicode.GetString(Take(units * 2));
        var end = text.IndexOf('\0', StringComparison.Ordinal);
        return end < 0 ? text : text[..end];
    }

    public ReadOnlySpan<byte> Take(int count)
    {
        if (count < 0 || At + (long)count > end)
        {
            throw Beyond();
        }

        At += count;
        return chunk.Span.Slice(At - count, count);
    }

    private static DamagedEventException Beyond() => new("it ends too early");
}
