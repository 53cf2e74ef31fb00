using System.Buffers;
using System.Buffers.Binary;

namespace Grpc.Protocol;

/// <summary>The five bytes before each message.</summary>
/// <remarks>
/// | offset | size | content |
/// | ------ | ---- | ------- |
/// | 0      | 1    | compressed: 0 or 1 |
/// | 1      | 4    | length of the message in bytes, big-endian |
/// (PROTOCOL-HTTP2.md, Length-Prefixed-Message)
/// </remarks>
internal readonly record struct FrameHeader(byte Compressed, uint Length)
{
    public const int Size = 5;

    public static bool TryRead(in ReadOnlySequence<byte> buffer, out FrameHeader header)
    {
        if (buffer.FirstSpan.Length >= Size)
        {
            header = Read(buffer.FirstSpan);
            return true;
        }

        if (buffer.Length < Size)
        {
            header = default;
            return false;
        }

        Span<byte> bytes = stackalloc byte[Size];
        buffer.Slice(0, Size).CopyTo(bytes);
        header = Read(bytes);
        return true;
    }

    public static FrameHeader Read(ReadOnlySpan<byte> bytes) => new(bytes[0], BinaryPrimitives.ReadUInt32BigEndian(bytes[1..]));

    public static void Write(Span<byte> bytes, int length)
    {
        bytes[0] = 0;
        BinaryPrimitives.WriteUInt32BigEndian(bytes[1..], (uint)length);
    }
}
