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

    /// <summary>After a wrong datagram, so many right ones have to arrive before the next one is again expected to be right.</summary>
    private const int Suspicion = 1000;

    private static readonly byte[] Domain = SHA256.HashData("journal/1 datagram"u8)[..4];

    private readonly ulong _sender;
    private readonly AesGcm _cipher;
    private int _suspicion;

    public SealedDatagram(SenderKey key) => (_sender, _cipher) = (key.Id, key.Cipher());

    /// <summary>Reads the unencrypted fields; they are not proven yet.</summary>
    /// <returns>Null for a datagram of another kind.</returns>
    public static SealedHead? Read(ReadOnlySpan<byte> datagram) =>
        datagram.Length >= Overhead && datagram.StartsWith("JD\u0001\0"u8)
            ? new(
                BinaryPrimitives.ReadUInt64BigEndian(datagram[4..]), BinaryPrimitives.ReadUInt32BigEndian(datagram[12..]),
                BinaryPrimitives.ReadUInt32BigEndian(datagram[16..]))
            : null;

    /// <param name="session">The session, larger than all earlier ones.</param>
    /// <param name="count">The number, from 1 in each session, never used twice.</param>
    /// <param name="payload">The unencrypted bytes.</param>
    /// <param name="datagram">Gets <see cref="Overhead"/> more bytes than the payload has.</param>
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
    /// The library throws an exception for a wrong datagram. Throwing and catching it takes longer than decryption and leaves garbage, and
    /// anybody who knows a sender's name could cause one for each datagram. So it is thrown once; after that, datagrams are checked without
    /// it first.
    /// </summary>
    /// <param name="datagram">A datagram of this sender, according to its head.</param>
    /// <param name="payload">Gets the payload; has room for all of it.</param>
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
    /// <param name="datagram">A datagram of this sender, according to its head.</param>
    /// <param name="room">
    /// A buffer as long as the payload. It holds ciphertext in the end, so that no unproven plaintext is visible.
    /// </param>
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

/// <summary>The unencrypted fields of a sealed datagram.</summary>
public readonly record struct SealedHead(ulong Sender, uint Session, uint Count);
