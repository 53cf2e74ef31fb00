using System.Buffers.Binary;
using Load.Statistics;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Crash;

/// <summary>Draws digests of files that nobody sent.</summary>
internal static class UnknownIds
{
    public static string Draw(ref SplitMix64 draws)
    {
        Span<byte> bytes = stackalloc byte[Digest.ByteLength];
        for (var i = 0; i < bytes.Length; i += sizeof(ulong))
        {
            BinaryPrimitives.WriteUInt64BigEndian(bytes[i..], draws.Next());
        }

        return new Digest(bytes).ToString();
    }
}
