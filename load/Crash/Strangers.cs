using System.Buffers.Binary;
using Load.Corpus;

namespace Load.Crash;

/// <summary>Digests of no file that anybody sent.</summary>
internal static class Strangers
{
    public static Digest Draw(ref SplitMix64 draws)
    {
        Span<byte> bytes = stackalloc byte[Digest.ByteLength];
        for (var i = 0; i < bytes.Length; i += sizeof(ulong))
        {
            BinaryPrimitives.WriteUInt64BigEndian(bytes[i..], draws.Next());
        }

        return new Digest(bytes);
    }
}
