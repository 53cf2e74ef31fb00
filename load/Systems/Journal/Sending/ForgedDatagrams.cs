using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace Load.Systems.Journal.Sending;

/// <summary>
/// Sealed datagrams that nobody has sealed: a third of an unknown sender, a third of a known one with a wrong tag, a third with a number
/// that the known one cannot send again.
/// </summary>
internal static class ForgedDatagrams
{
    /// <summary>The sender that the journal knows. A forger needs no more than the name.</summary>
    public const string Sender = "flooded";

    /// <summary>A million in an iteration of five seconds.</summary>
    public const int Rate = 200_000;

    /// <summary>The length of a datagram that <c>journal send</c> fills with many lines, in bytes.</summary>
    public const int Bytes = 1400;

    public const string Figure = "forged";

    private const int Kinds = 3;
    private const int Count = 300 * Kinds;

    /// <param name="seed">The same seed makes the same datagrams.</param>
    public static IReadOnlyList<byte[]> Make(int seed)
    {
        var random = new Random(seed);
        var known = SHA256.HashData(Encoding.UTF8.GetBytes(Sender));
        return [.. Enumerable.Range(0, Count).Select(number =>
        {
            var datagram = new byte[Bytes];
            random.NextBytes(datagram);
            "JD\u0001\0"u8.CopyTo(datagram);
            if (number % Kinds > 0)
            {
                known.AsSpan(0, 8).CopyTo(datagram.AsSpan(4));
                var isNew = number % Kinds == 1;
                BinaryPrimitives.WriteUInt32BigEndian(datagram.AsSpan(12), isNew ? 1U : 0);
                BinaryPrimitives.WriteUInt32BigEndian(datagram.AsSpan(16), isNew ? (uint)number : 0);
            }

            return datagram;
        })];
    }
}
