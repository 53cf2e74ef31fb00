using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Journal.Log.Senders;

/// <summary>
/// A datagram under a sender's key: <c>JD</c> 2, version 1, zero 1, sender 8, session 4, count 4, ciphertext, tag 16; all integers
/// big-endian. The first 20 bytes are authenticated; the nonce is a constant of four bytes, the session and the count.
/// </summary>
public sealed class SealedDatagram : IDisposable
{
    /// <summary>The largest datagram of UDP over IPv4.</summary>
    public const int MaxBytes = 65_507;

    public const int Overhead = HeadBytes + TagBytes;

    internal const int TagBytes = 16;
    private const int HeadBytes = 20;
    private const int NonceBytes = 12;

    /// <summary>After a datagram that was wrong so many that are right have to come before the next one is trusted to be right.</summary>
    private const int Suspicion = 1000;

    private static readonly byte[] Domain = SHA256.HashData("journal/1 datagram"u8)[..4];

    private readonly ulong _sender;
    private readonly AesGcm _cipher;
    private int _suspicion;

    public SealedDatagram(SenderKey key) => (_sender, _cipher) = (key.Id, key.Cipher());

    /// <summary>Reads what stands in the clear; nothing of it is proven yet.</summary>
    /// <returns>Null for a datagram of another kind.</returns>
    public static SealedHead? Read(ReadOnlySpan<byte> datagram) =>
        datagram.Length >= Overhead && datagram.StartsWith("JD\u0001\0"u8)
            ? new(
                BinaryPrimitives.ReadUInt64BigEndian(datagram[4..]), BinaryPrimitives.ReadUInt32BigEndian(datagram[12..]),
                BinaryPrimitives.ReadUInt32BigEndian(datagram[16..]))
            : null;

    /// <param name="session">Larger than any before.</param>
    /// <param name="count">From 1 in each session, never twice.</param>
    /// <param name="payload">The bytes in the clear.</param>
    /// <param name="datagram">Takes <see cref="Overhead"/> more bytes than the payload has.</param>
    public void Seal(uint session, uint count, ReadOnlySpan<byte> payload, Span<byte> datagram)
    {
        "JD\u0001\0"u8.CopyTo(datagram);
        BinaryPrimitives.WriteUInt64BigEndian(datagram[4..], _sender);
        BinaryPrimitives.WriteUInt32BigEndian(datagram[12..], session);
        BinaryPrimitives.WriteUInt32BigEndian(datagram[16..], count);
        Span<byte> nonce = stackalloc byte[NonceBytes];
        WriteNonce(datagram, nonce);
        var end = HeadBytes + payload.Length;
        _cipher.Encrypt(nonce, payload, datagram[HeadBytes..end], datagram[end..(end + TagBytes)], datagram[..HeadBytes]);
    }

    /// <summary>
    /// The library says by an exception that a datagram is wrong. Thrown and caught it takes longer than decrypting does and leaves
    /// garbage, and whoever knows a sender's name could have one thrown for each datagram. So it is thrown once; after that datagrams
    /// are looked at beforehand.
    /// </summary>
    /// <param name="datagram">A datagram of this sender, by its head.</param>
    /// <param name="payload">Has room for all of it.</param>
    /// <returns>The payload's length; null for one that was not sealed with the key.</returns>
    public int? Open(ReadOnlySpan<byte> datagram, Span<byte> payload)
    {
        payload = payload[..(datagram.Length - Overhead)];
        if ((_suspicion == 0 || IsRight(datagram, payload)) && TryDecrypt(datagram, payload))
        {
            _suspicion = Math.Max(0, _suspicion - 1);
            return payload.Length;
        }

        _suspicion = Suspicion;
        return null;
    }

    public void Dispose() => _cipher.Dispose();

    /// <summary>
    /// Whether a datagram has the tag that its content should have, without an exception. GCM encrypts in counter mode (NIST SP 800-38D,
    /// section 7): to encrypt the ciphertext under the same nonce gives the plaintext, and to encrypt that gives the ciphertext again
    /// and the right tag.
    /// </summary>
    /// <param name="datagram">A datagram of this sender, by its head.</param>
    /// <param name="room">As long as the payload. It holds the ciphertext in the end: nobody sees a plaintext that is not proven.</param>
    internal bool IsRight(ReadOnlySpan<byte> datagram, Span<byte> room)
    {
        Span<byte> nonce = stackalloc byte[NonceBytes];
        Span<byte> tag = stackalloc byte[TagBytes];
        WriteNonce(datagram, nonce);
        _cipher.Encrypt(nonce, datagram[HeadBytes..^TagBytes], room, tag);
        _cipher.Encrypt(nonce, room, room, tag, datagram[..HeadBytes]);
        return CryptographicOperations.FixedTimeEquals(tag, datagram[^TagBytes..]);
    }

    private bool TryDecrypt(ReadOnlySpan<byte> datagram, Span<byte> payload)
    {
        Span<byte> nonce = stackalloc byte[NonceBytes];
        WriteNonce(datagram, nonce);
        try
        {
            _cipher.Decrypt(nonce, datagram[HeadBytes..^TagBytes], datagram[^TagBytes..], payload, datagram[..HeadBytes]);
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }

    private static void WriteNonce(ReadOnlySpan<byte> head, Span<byte> nonce)
    {
        Domain.CopyTo(nonce);
        head[12..HeadBytes].CopyTo(nonce[4..]);
    }
}

/// <summary>What of a sealed datagram stands in the clear.</summary>
public readonly record struct SealedHead(ulong Sender, uint Session, uint Count);
