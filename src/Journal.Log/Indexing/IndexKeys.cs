using System.Buffers.Binary;
using System.Security.Cryptography;
using Durable;
using Journal.Log.Recipients;

namespace Journal.Log.Indexing;

/// <summary>
/// The index keys of all segments that one reader can open, in a file encrypted to that reader: a search then unwraps one secret, and not
/// one for each segment, which for a year of segments takes ten seconds with RSA.
/// </summary>
/// <remarks>
/// The file has <c>JXK1</c>, 16 random bytes, the length of the wrapped secret (2) and that secret, then the ciphertext of the entries
/// (segment id 16, key 32) with its tag. A person who can read it learns what the indexes hold, and cannot open any frame.
/// </remarks>
public sealed class IndexKeys
{
    private const int IdBytes = 16;
    private const int KeyBytes = 32;
    private const int TagBytes = 16;
    private const int RandomBytes = 16;
    private const int HeadBytes = 4 + RandomBytes + 2;

    private readonly Dictionary<UInt128, byte[]> _keys = [];

    public static string FileOf(string folder, ReaderKey reader) =>
        Path.Combine(folder, $"{Convert.ToHexStringLower(reader.Fingerprint.AsSpan(0, 8))}.keys");

    /// <param name="problem">Why the file is not used; null if there is none, or it is sound.</param>
    public static IndexKeys Read(string folder, ReaderKey reader, out string? problem)
    {
        problem = null;
        var keys = new IndexKeys();
        var file = FileOf(folder, reader);
        try
        {
            if (File.Exists(file))
            {
                keys.Parse(SharedFile.ReadAllBytes(file), reader);
            }
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            problem = exception.Message;
        }

        return keys;
    }

    /// <returns>Null for a segment that is not in it.</returns>
    public byte[]? Of(ReadOnlySpan<byte> id) => _keys.GetValueOrDefault(BinaryPrimitives.ReadUInt128BigEndian(id));

    public void Set(ReadOnlySpan<byte> id, byte[] key) => _keys[BinaryPrimitives.ReadUInt128BigEndian(id)] = key;

    public void Write(string folder, ReaderKey reader, IDisk disk)
    {
        var plain = new byte[_keys.Count * (IdBytes + KeyBytes)];
        foreach (var (at, (id, key)) in _keys.Index())
        {
            BinaryPrimitives.WriteUInt128BigEndian(plain.AsSpan(at * (IdBytes + KeyBytes)), id);
            key.CopyTo(plain.AsSpan((at * (IdBytes + KeyBytes)) + IdBytes));
        }

        var (secret, random) = (RandomNumberGenerator.GetBytes(KeyBytes), RandomNumberGenerator.GetBytes(RandomBytes));
        using var recipient = Recipient.Parse(reader.ExportPublic());
        var wrapped = recipient.Wrap(secret, random).Bytes;
        byte[] head = [.. "JXK1"u8, .. random, (byte)(wrapped.Length >> 8), (byte)wrapped.Length, .. wrapped];
        var (content, tag) = (new byte[plain.Length], new byte[TagBytes]);
        using (var cipher = new AesGcm(secret, TagBytes))
        {
            cipher.Encrypt(stackalloc byte[12], plain, content, tag, head);
        }

        CryptographicOperations.ZeroMemory(secret);
        disk.CreateFolders(folder);
        disk.Replace(FileOf(folder, reader), [.. head, .. content, .. tag]);
    }

    private void Parse(byte[] file, ReaderKey reader)
    {
        const string Damaged = "it is damaged, or was not written for this key";
        if (file.Length < HeadBytes || !file.AsSpan().StartsWith("JXK1"u8)
            || HeadBytes + BinaryPrimitives.ReadUInt16BigEndian(file.AsSpan(HeadBytes - 2)) is var end && file.Length < end + TagBytes
            || reader.Unwrap(file[HeadBytes..end], file[4..(4 + RandomBytes)]) is not { } secret)
        {
            throw new InvalidDataException(Damaged);
        }

        var plain = new byte[file.Length - end - TagBytes];
        try
        {
            using var cipher = new AesGcm(secret, TagBytes);
            cipher.Decrypt(stackalloc byte[12], file.AsSpan(end, plain.Length), file.AsSpan(^TagBytes..), plain, file.AsSpan(0, end));
        }
        catch (CryptographicException exception)
        {
            throw new InvalidDataException(Damaged, exception);
        }

        for (var entry = plain.AsSpan(); entry.Length >= IdBytes + KeyBytes; entry = entry[(IdBytes + KeyBytes)..])
        {
            Set(entry, entry.Slice(IdBytes, KeyBytes).ToArray());
        }
    }
}
