using System.Buffers.Binary;
using Google.Protobuf;

namespace Gateway.Features.Upstream;

/// <summary>
/// A gRPC message on the wire: one byte that says whether it is compressed, four bytes of length (most significant first), the message.
/// </summary>
internal static class MessageFrame
{
    public const int HeaderLength = 5;

    public static byte[] Of(IMessage message)
    {
        var length = message.CalculateSize();
        var frame = new byte[HeaderLength + length];
        WriteHeader(frame, length);
        message.WriteTo(frame.AsSpan(HeaderLength));
        return frame;
    }

    public static void WriteHeader(Span<byte> destination, int length)
    {
        destination[0] = 0;
        BinaryPrimitives.WriteInt32BigEndian(destination[1..], length);
    }

    /// <returns>False when the message is compressed (the gateway never asks for that) or has another length.</returns>
    public static bool TryReadHeader(ReadOnlySpan<byte> frame, out uint length)
    {
        length = BinaryPrimitives.ReadUInt32BigEndian(frame[1..]);
        return frame[0] == 0;
    }
}
