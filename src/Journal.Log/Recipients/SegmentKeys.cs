using System.Security.Cryptography;

namespace Journal.Log.Recipients;

/// <summary>The keys of one segment. All are derived from its secret, which only the recipients' private keys open.</summary>
public sealed class SegmentKeys : IDisposable
{
    public const int SecretBytes = 32;
    private readonly byte[] _header;
    private readonly byte[] _salts;
    private readonly byte[] _index;
    private readonly byte[] _redactions;

    public SegmentKeys(ReadOnlySpan<byte> secret)
    {
        var frames = Expand(secret, "journal/1 frames"u8);
        Frames = new(frames, AesGcm.TagByteSizes.MaxSize);
        CryptographicOperations.ZeroMemory(frames);
        _header = Expand(secret, "journal/1 header"u8);
        _salts = Expand(secret, "journal/1 salts"u8);
        _index = Expand(secret, "journal/1 index"u8);
        _redactions = Expand(secret, "journal/1 redactions"u8);
    }

    /// <summary>For one thread at a time: if there are several, hold <see cref="Gate"/> meanwhile.</summary>
    internal AesGcm Frames { get; }

    /// <summary>Decryption takes a hundredth of the time for opening a frame: a cipher for each thread would gain nothing.</summary>
    internal Lock Gate { get; } = new();

    /// <summary>The authentication code of a segment's header.</summary>
    public byte[] AuthenticateHeader(ReadOnlySpan<byte> header) => HMACSHA256.HashData(_header, header);

    /// <summary>Without the salt, a published leaf could be guessed from a dictionary of log lines.</summary>
    /// <param name="index">The index of the frame, as eight bytes.</param>
    /// <param name="salt">Gets 32 bytes, of which the first 16 are the salt.</param>
    internal void WriteSalt(ReadOnlySpan<byte> index, Span<byte> salt) => HMACSHA256.HashData(_salts, index, salt);

    /// <summary>The key of the segment's index: it opens no frame.</summary>
    public byte[] CopyIndexKey() => [.. _index];

    /// <summary>The cipher of one redacted frame's file.</summary>
    /// <param name="salt">The file's own random bytes.</param>
    internal AesGcm Redaction(ReadOnlySpan<byte> salt)
    {
        Span<byte> key = stackalloc byte[32];
        HKDF.Expand(HashAlgorithmName.SHA256, _redactions, key, salt);
        return new(key, AesGcm.TagByteSizes.MaxSize);
    }

    public void Dispose()
    {
        Frames.Dispose();
        CryptographicOperations.ZeroMemory(_index);
        CryptographicOperations.ZeroMemory(_redactions);
        CryptographicOperations.ZeroMemory(_header);
        CryptographicOperations.ZeroMemory(_salts);
    }

    private static byte[] Expand(ReadOnlySpan<byte> secret, ReadOnlySpan<byte> purpose)
    {
        var key = new byte[32];
        HKDF.Expand(HashAlgorithmName.SHA256, secret, key, purpose);
        return key;
    }
}
