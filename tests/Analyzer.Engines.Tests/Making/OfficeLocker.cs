using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Tests.Making;

/// <summary>Encrypts documents as office programs do.</summary>
[SuppressMessage("Security", "CA5350", Justification = "The format wants SHA-1.")]
[SuppressMessage("Security", "CA5351", Justification = "The format wants MD5.")]
internal static class OfficeLocker
{
    private static readonly byte[] Salt = [.. Enumerable.Range(1, 16).Select(value => (byte)value)];

    /// <summary>MS-OFFCRYPTO, 2.3.4.10 to 2.3.4.15.</summary>
    public static byte[] Agile(byte[] package, string password, int rounds = 1000)
    {
        byte[] secret = [.. Enumerable.Range(100, 32).Select(value => (byte)value)];
        var hash = SHA512.HashData([.. Salt, .. Encoding.Unicode.GetBytes(password)]);
        for (var round = 0; round < rounds; round++)
        {
            hash = SHA512.HashData([.. BitConverter.GetBytes(round), .. hash]);
        }

        string Locked(string purpose, byte[] bytes) => Convert.ToBase64String(
            Cbc(SHA512.HashData([.. hash, .. Convert.FromHexString(purpose)])[..32], Salt, bytes));
        var common = $"saltSize=\"16\" blockSize=\"16\" keyBits=\"256\" hashSize=\"64\" cipherAlgorithm=\"AES\" "
            + $"cipherChaining=\"ChainingModeCBC\" hashAlgorithm=\"SHA512\" saltValue=\"{Convert.ToBase64String(Salt)}\"";
        var xml = "<encryption xmlns=\"http://schemas.microsoft.com/office/2006/encryption\" "
            + "xmlns:p=\"http://schemas.microsoft.com/office/2006/keyEncryptor/password\">"
            + $"<keyData {common}/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount=\"{rounds}\" {common} "
            + $"encryptedVerifierHashInput=\"{Locked("FEA7D2763B4B9E79", Salt)}\" "
            + $"encryptedVerifierHashValue=\"{Locked("D7AA0F6D3061344E", SHA512.HashData(Salt))}\" "
            + $"encryptedKeyValue=\"{Locked("146E0BE7ABACD0D6", secret)}\"/></keyEncryptor></keyEncryptors></encryption>";
        var segments = Filled(package).Chunk(4096)
            .SelectMany((bytes, number) => Cbc(secret, SHA512.HashData([.. Salt, .. BitConverter.GetBytes(number)])[..16], bytes));
        return File([4, 0, 4, 0, 0x40, 0, 0, 0, .. Encoding.UTF8.GetBytes(xml)],
            [.. BitConverter.GetBytes((long)package.Length), .. segments]);
    }

    /// <summary>MS-OFFCRYPTO, 2.3.4.5 to 2.3.4.9.</summary>
    public static byte[] Standard(byte[] package, string password)
    {
        var hash = SHA1.HashData([.. Salt, .. Encoding.Unicode.GetBytes(password)]);
        for (var round = 0; round < 50_000; round++)
        {
            hash = SHA1.HashData([.. BitConverter.GetBytes(round), .. hash]);
        }

        hash = SHA1.HashData([.. hash, 0, 0, 0, 0]);
        using var aes = Aes.Create();
        aes.Key = SHA1.HashData([.. Enumerable.Range(0, 64).Select(at => (byte)(0x36 ^ (at < hash.Length ? hash[at] : 0)))])[..16];
        byte[] Ecb(byte[] bytes) => aes.EncryptEcb(Filled(bytes), PaddingMode.None);
        byte[] header = [0x24, 0, 0, 0, 0, 0, 0, 0, 0x0E, 0x66, 0, 0, 4, 0x80, 0, 0, 128, 0, 0, 0, 0x18, .. new byte[11]];
        return File(
            [
                4, 0, 2, 0, 0x24, 0, 0, 0, (byte)header.Length, 0, 0, 0, .. header, 16, 0, 0, 0, .. Salt, .. Ecb(Salt), 20, 0, 0, 0,
                .. Ecb(SHA1.HashData(Salt)),
            ],
            [.. BitConverter.GetBytes((long)package.Length), .. Ecb(package)]);
    }

    /// <summary>A workbook of these records, encrypted with RC4 by a key of 40 bits (MS-OFFCRYPTO, 2.3.6).</summary>
    public static byte[] Workbook(string password, params byte[][] records) => Workbook(password, 1, records);

    /// <inheritdoc cref="Workbook(string, byte[][])"/>
    /// <param name="passes">How often it says that it is encrypted.</param>
    public static byte[] Workbook(string password, int passes, params byte[][] records)
    {
        var start = MD5.HashData(Encoding.Unicode.GetBytes(password))[..5];
        var once = MD5.HashData([.. Enumerable.Repeat<byte[]>([.. start, .. Salt], 16).SelectMany(bytes => bytes)])[..5];
        byte[] check = [.. Salt, .. MD5.HashData(Salt)];
        Rc4.Apply(MD5.HashData([.. once, 0, 0, 0, 0]), check);
        byte[] pass = [0x2F, 0, 54, 0, 1, 0, 1, 0, 1, 0, .. Salt, .. check];
        byte[] plain = [9, 8, 0, 0, .. Enumerable.Repeat(pass, passes).SelectMany(bytes => bytes)];
        byte[] stream = [.. plain, .. records.SelectMany(record => record), .. new byte[600]];
        byte[] locked = [.. stream];
        for (var block = 0; block * 1024 < locked.Length; block++)
        {
            Rc4.Apply(MD5.HashData([.. once, .. BitConverter.GetBytes(block)]),
                locked.AsSpan(block * 1024, Math.Min(1024, locked.Length - (block * 1024))));
        }

        plain.CopyTo(locked, 0);
        var at = plain.Length;
        foreach (var record in records)
        {
            stream.AsSpan(at, record[0] == 0x85 ? 8 : 4).CopyTo(locked.AsSpan(at));
            at += record.Length;
        }

        return new OleMaker().Add("Workbook", locked).ToArray();
    }

    private static byte[] File(byte[] information, byte[] package) =>
        new OleMaker().Add("EncryptionInfo", information).Add("EncryptedPackage", package).ToArray();

    private static byte[] Cbc(byte[] key, byte[] start, byte[] bytes)
    {
        using var aes = Aes.Create();
        aes.Key = key;
        return aes.EncryptCbc(Filled(bytes), start, PaddingMode.None);
    }

    private static byte[] Filled(byte[] bytes) => [.. bytes, .. new byte[(16 - (bytes.Length % 16)) % 16]];
}
