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

    private static readonly byte[] Domain = SHA256.HashData("journal/1 datagram"u8)[..4];

    private readonly ulong _sender;
    private readonly AesGcm _cipher;

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

    /// <param name="datagram">A datagram of this sender, by its head.</param>
    /// <param name="payload">Has room for all of it.</param>
    /// <returns>The payload's length; null for one that was not sealed with the key.</returns>
    public int? Open(ReadOnlySpan<byte> datagram, Span<byte> payload)
    {
        Span<byte> nonce = stackalloc byte[NonceBytes];
        WriteNonce(datagram, nonce);
        var length = datagram.Length - Overhead;
        try
        {
            _cipher.Decrypt(nonce, datagram[HeadBytes..^TagBytes], datagram[^TagBytes..], payload[..length], datagram[..HeadBytes]);
            return length;
        }
        catch (AuthenticationTagMismatchException)
        {
            return null;
        }
    }

    public void Dispose() => _cipher.Dispose();

    private static void WriteNonce(ReadOnlySpan<byte> head, Span<byte> nonce)
    {
        Domain.CopyTo(nonce);
        head[12..HeadBytes].CopyTo(nonce[4..]);
    }
}

/// <summary>What of a sealed datagram stands in the clear.</summary>
public readonly record struct SealedHead(ulong Sender, uint Session, uint Count);
