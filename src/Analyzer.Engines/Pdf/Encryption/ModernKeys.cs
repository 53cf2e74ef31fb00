using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Finds the key of a document of revision 6 (ISO 32000-2, 7.6.4.3.3 and 7.6.4.3.4) or 5 (Adobe's extension 3).</summary>
internal static class ModernKeys
{
    private const int HashLength = 32;
    private const int SaltLength = 8;
    private const int CheckLength = HashLength + (2 * SaltLength);
    private const int MinRounds = 64;

    /// <summary>The last byte ends the rounds at the latest here: it is one of 256 values.</summary>
    private const int MaxRounds = 288;

    /// <param name="dictionary">Of one of these revisions.</param>
    /// <param name="password">The user's or the owner's, in UTF-8, at most 127 bytes.</param>
    /// <returns>The key; null when the password does not open the document.</returns>
    public static byte[]? Find(EncryptionDictionary dictionary, ReadOnlySpan<byte> password)
    {
        var owner = dictionary.Owner.AsSpan(0, CheckLength);
        var user = dictionary.User.AsSpan(0, CheckLength);
        return FindWith(dictionary, password, user, [], dictionary.UserKey)
            ?? FindWith(dictionary, password, owner, user, dictionary.OwnerKey);
    }

    private static byte[]? FindWith(
        EncryptionDictionary dictionary, ReadOnlySpan<byte> password, ReadOnlySpan<byte> check, ReadOnlySpan<byte> user, byte[] encrypted)
    {
        var validation = check.Slice(HashLength, SaltLength);
        var salt = check.Slice(HashLength + SaltLength, SaltLength);
        if (!check[..HashLength].SequenceEqual(Hash(dictionary.Revision, password, validation, user)))
        {
            return null;
        }

        using var aes = Aes.Create();
        aes.Key = Hash(dictionary.Revision, password, salt, user);
        return aes.DecryptCbc(encrypted.AsSpan(0, HashLength), new byte[16], PaddingMode.None);
    }

    // Algorithm 2.B.
    private static byte[] Hash(int revision, ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> user)
    {
        var key = SHA256.HashData([.. password, .. salt, .. user]);
        if (revision < 6)
        {
            return key;
        }

        var last = (byte)0;
        for (var round = 0; round < MinRounds || (last > round - 32 && round < MaxRounds); round++)
        {
            byte[] once = [.. password, .. key, .. user];
            var encrypted = EncryptedRepeatedly(once, key);
            key = (Sum(encrypted.AsSpan(0, 16)) % 3) switch
            {
                0 => SHA256.HashData(encrypted),
                1 => SHA384.HashData(encrypted),
                _ => SHA512.HashData(encrypted),
            };
            last = encrypted[^1];
        }

        return key[..HashLength];
    }

    [SuppressMessage("Security", "CA5401", Justification = "The format prescribes where the initial vector comes from.")]
    private static byte[] EncryptedRepeatedly(byte[] once, byte[] key)
    {
        var bytes = new byte[64 * once.Length];
        for (var i = 0; i < 64; i++)
        {
            once.CopyTo(bytes, i * once.Length);
        }

        using var aes = Aes.Create();
        aes.Key = key[..16];
        return aes.EncryptCbc(bytes, key.AsSpan(16, 16), PaddingMode.None);
    }

    // The number that the bytes are, modulo 3: 256 leaves 1.
    private static int Sum(ReadOnlySpan<byte> bytes)
    {
        var sum = 0;
        foreach (var value in bytes)
        {
            sum += value;
        }

        return sum;
    }
}
