using System.Globalization;
using System.Security.Cryptography;
using Durable;
using Journal.Log.Folders;

namespace Journal.Log.Indexing;

/// <summary>The indexes of a journal's closed segments, each encrypted with a key that only the segment's readers can derive.</summary>
/// <remarks>
/// A file has <c>JSX3</c>, the segment's id, 32 random bytes, and the ciphertext with its tag (AES-256-GCM; the key is derived from the
/// segment's index key and the random bytes, so that a new index has a new key). All before the ciphertext is authenticated too.
/// </remarks>
public sealed class IndexFolder(string path, IDisk disk)
{
    private const int SaltBytes = 32;
    private const int HeadBytes = 4 + IdBytes + SaltBytes;
    private const int TagBytes = 16;
    private const int IdBytes = 16;
    private const int MaxBytes = 1 << 30;

    /// <summary>Changes with what is read from a record: an index that was made before would hide records.</summary>
    private static ReadOnlySpan<byte> Version => "JSX3"u8;

    public string Path => path;

    public string FileOf(SegmentFile segment) => FileOf(path, segment.FirstFrame);

    /// <summary>The file of a segment's index.</summary>
    public static string FileOf(string folder, long firstFrame) =>
        System.IO.Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"{firstFrame:D20}.idx"));

    /// <param name="segment">The segment.</param>
    /// <param name="id">Its id.</param>
    /// <param name="key">Its index key.</param>
    /// <param name="problem">Why there is no index to use; null if there is simply none.</param>
    /// <returns>Null if there is none that this segment's readers have written.</returns>
    public SegmentIndex? Read(SegmentFile segment, ReadOnlySpan<byte> id, byte[] key, out string? problem)
    {
        problem = null;
        try
        {
            var file = new FileInfo(FileOf(segment));
            if (!file.Exists)
            {
                return null;
            }

            if (file.Length is < HeadBytes + TagBytes or > MaxBytes)
            {
                throw new InvalidDataException("it has an impossible length");
            }

            var bytes = SharedFile.ReadAllBytes(file.FullName);
            if (!bytes.AsSpan().StartsWith(Version))
            {
                throw new InvalidDataException("it is no index of a known version");
            }

            if (!bytes.AsSpan(4, IdBytes).SequenceEqual(id))
            {
                throw new InvalidDataException("it belongs to another segment");
            }

            return IndexText.Read(Decrypt(bytes, key));
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            problem = exception.Message;
            return null;
        }
    }

    /// <returns>The length of the file.</returns>
    public long Write(SegmentFile segment, ReadOnlySpan<byte> id, byte[] key, SegmentIndex index)
    {
        var plain = IndexText.Write(index);
        var file = new byte[HeadBytes + plain.Length + TagBytes];
        Version.CopyTo(file);
        id.CopyTo(file.AsSpan(4));
        RandomNumberGenerator.Fill(file.AsSpan(4 + IdBytes, SaltBytes));
        using (var cipher = Cipher(key, file))
        {
            cipher.Encrypt(
                stackalloc byte[12], plain, file.AsSpan(HeadBytes, plain.Length), file.AsSpan(^TagBytes..), file.AsSpan(0, HeadBytes));
        }

        disk.CreateFolders(path);
        disk.Replace(FileOf(segment), file);
        return file.Length;
    }

    private static byte[] Decrypt(byte[] file, byte[] key)
    {
        var plain = new byte[file.Length - HeadBytes - TagBytes];
        using var cipher = Cipher(key, file);
        try
        {
            cipher.Decrypt(
                stackalloc byte[12], file.AsSpan(HeadBytes, plain.Length), file.AsSpan(^TagBytes..), plain, file.AsSpan(0, HeadBytes));
            return plain;
        }
        catch (CryptographicException exception)
        {
            throw new InvalidDataException("it is damaged, or was not written by a reader of the segment", exception);
        }
    }

    private static AesGcm Cipher(byte[] key, ReadOnlySpan<byte> file)
    {
        Span<byte> own = stackalloc byte[32];
        HKDF.Expand(HashAlgorithmName.SHA256, key, own, file.Slice(4 + IdBytes, SaltBytes));
        var cipher = new AesGcm(own, TagBytes);
        CryptographicOperations.ZeroMemory(own);
        return cipher;
    }
}
