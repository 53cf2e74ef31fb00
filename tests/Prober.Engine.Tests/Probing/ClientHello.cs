using System.Buffers.Binary;

namespace Prober.Engine.Tests.Probing;

/// <summary>The first message of a TLS client (RFC 8446, section 4.1.2).</summary>
internal static class ClientHello
{
    private const int PreSharedKey = 41;
    private const int Headers = 5 + 4; // of the record, of the message
    private const int VersionAndRandom = 2 + 32;

    /// <summary>Whether it offers to go on with an earlier session; <paramref name="bytes"/> hold the whole message.</summary>
    public static bool OffersSession(byte[] bytes)
    {
        var rest = bytes.AsSpan(Headers + VersionAndRandom);
        rest = rest[(1 + rest[0])..]; // session id
        rest = rest[(2 + BinaryPrimitives.ReadUInt16BigEndian(rest))..]; // cipher suites
        rest = rest[(1 + rest[0])..]; // compression
        rest = rest.Slice(2, BinaryPrimitives.ReadUInt16BigEndian(rest));
        while (!rest.IsEmpty)
        {
            if (BinaryPrimitives.ReadUInt16BigEndian(rest) == PreSharedKey)
            {
                return true;
            }

            rest = rest[(4 + BinaryPrimitives.ReadUInt16BigEndian(rest[2..]))..];
        }

        return false;
    }
}
