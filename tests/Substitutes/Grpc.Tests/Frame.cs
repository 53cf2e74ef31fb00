using System.Buffers.Binary;
using Google.Protobuf;

namespace Grpc.Tests;

/// <summary>Messages as they travel (PROTOCOL-HTTP2.md, Length-Prefixed-Message), and such as never should.</summary>
internal static class Frame
{
    public static byte[] Of(IMessage message) => Of(message.ToByteArray());

    public static byte[] Of(byte[] payload, byte flag = 0, int? announced = null)
    {
        var frame = new byte[5 + payload.Length];
        frame[0] = flag;
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(1), announced ?? payload.Length);
        payload.CopyTo(frame, 5);
        return frame;
    }
}
