using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Finds the key of a document of revision 2, 3 or 4 (ISO 32000-2, 7.6.4.3 and 7.6.4.4).</summary>
[SuppressMessage("Security", "CA5351", Justification = "The format prescribes MD5; documents are read, none is protected by it.")]
internal static class LegacyKeys
{
    private const int PaddedLength = 32;
    private const int HashLength = 16;
    private const int Rounds = 50;

    private static ReadOnlySpan<byte> Padding =>
    [
        0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
        0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
    ];

    /// <param name="dictionary">Of one of these revisions.</param>
    /// <param name="id">The first part of the document's identifier.</param>
    /// <param name="password">The user's or the owner's, in PDFDocEncoding; empty for the one that opens for everyone.</param>
    /// <returns>The key; null when the password does not open the document.</returns>
    public static byte[]? Find(EncryptionDictionary dictionary, ReadOnlySpan<byte> id, ReadOnlySpan<byte> password)
    {
        // A document whose dictionary tells a wrong length of its key opens in readers that try; the check tells which is right.
        foreach (var length in new[] { dictionary.KeyLength, 16, 5 }.Distinct())
        {
            // Writers disagree on how much of the owner's hash is hashed on, when the key is shorter.
            var key = FindWith(dictionary, id, password, length)
                ?? FindWith(dictionary, id, OwnersUserPassword(dictionary, password, length, HashLength), length)
                ?? FindWith(dictionary, id, OwnersUserPassword(dictionary, password, length, length), length);
            if (key is not null)
            {
                // Acrobat extends a shorter key of this version, which the standard does not say (pdf.js, issue 19484).
                return dictionary.Version == 4 && key.Length < HashLength ? [.. key, .. new byte[HashLength - key.Length]] : key;
            }
        }

        return null;
    }

    private static byte[]? FindWith(EncryptionDictionary dictionary, ReadOnlySpan<byte> id, ReadOnlySpan<byte> userPassword, int length)
    {
        var key = KeyOf(dictionary, id, userPassword, length);
        var check = CheckOf(dictionary.Revision, id, key);
        return dictionary.User.AsSpan(0, check.Length).SequenceEqual(check) ? key : null;
    }

    // Algorithm 2.
    private static byte[] KeyOf(EncryptionDictionary dictionary, ReadOnlySpan<byte> id, ReadOnlySpan<byte> userPassword, int length)
    {
        Span<byte> permissions = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(permissions, dictionary.Permissions);
        using var md5 = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        md5.AppendData(Padded(userPassword));
        md5.AppendData(dictionary.Owner.AsSpan(0, PaddedLength));
        md5.AppendData(permissions);
        md5.AppendData(id);
        if (dictionary is { Revision: >= 4, EncryptsMetadata: false })
        {
            md5.AppendData([0xFF, 0xFF, 0xFF, 0xFF]);
        }

        return Strengthen(md5.GetHashAndReset(), dictionary.Revision, length)[..length];
    }

    // Algorithms 4 and 5: of the later revisions the second half of the value means nothing.
    private static byte[] CheckOf(int revision, ReadOnlySpan<byte> id, byte[] key)
    {
        if (revision == 2)
        {
            var padding = Padding.ToArray();
            Rc4.Apply(key, padding);
            return padding;
        }

        var check = MD5.HashData([.. Padding, .. id]);
        ApplyAll(key, check, ascending: true);
        return check;
    }

    // Algorithm 7: an owner's password opens the user's password.
    private static byte[] OwnersUserPassword(EncryptionDictionary dictionary, ReadOnlySpan<byte> password, int length, int hashed)
    {
        var key = Strengthen(MD5.HashData(Padded(password)), dictionary.Revision, hashed)[..length];
        var userPassword = dictionary.Owner[..PaddedLength];
        if (dictionary.Revision == 2)
        {
            Rc4.Apply(key, userPassword);
        }
        else
        {
            ApplyAll(key, userPassword, ascending: false);
        }

        return userPassword;
    }

    private static byte[] Strengthen(byte[] hash, int revision, int length)
    {
        for (var round = 0; revision >= 3 && round < Rounds; round++)
        {
            hash = MD5.HashData(hash.AsSpan(0, length));
        }

        return hash;
    }

    private static void ApplyAll(byte[] key, byte[] bytes, bool ascending)
    {
        var part = new byte[key.Length];
        for (var i = 0; i < 20; i++)
        {
            for (var k = 0; k < key.Length; k++)
            {
                part[k] = (byte)(key[k] ^ (ascending ? i : 19 - i));
            }

            Rc4.Apply(part, bytes);
        }
    }

    private static byte[] Padded(ReadOnlySpan<byte> password)
    {
        var padded = new byte[PaddedLength];
        password = password[..Math.Min(password.Length, PaddedLength)];
        password.CopyTo(padded);
        Padding[..^password.Length].CopyTo(padded.AsSpan(password.Length));
        return padded;
    }
}
