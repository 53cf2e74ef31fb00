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

    /// <summary>A workbook of these records, obfuscated (MS-OFFCRYPTO, 2.3.7; MS-XLS, 2.2.10).</summary>
    public static byte[] Masked(string password, params byte[][] records)
    {
        var verifier = 0;
        foreach (var letter in password[..Math.Min(15, password.Length)].Reverse().Append((char)Math.Min(15, password.Length)))
        {
            verifier = (verifier << 1 & 0x7FFF | verifier >> 14 & 1) ^ letter;
        }

        verifier ^= 0xCE4B;
        byte[] filling = [0xBB, 0xFF, 0xFF, 0xBA, 0xFF, 0xFF, 0xB9, 0x80, 0, 0xBE, 0x0F, 0, 0xBF, 0x0F, 0];
        byte[] mask =
        [
            .. password.Take(15).Select(letter => (byte)letter).Concat(filling).Take(16)
                .Select((value, at) => (byte)(value ^ (at % 2 == 0 ? 0x34 : 0x12))).Select(value => (byte)(value << 2 | value >> 6)),
        ];
        List<byte> stream = [9, 8, 0, 0, 0x2F, 0, 6, 0, 0, 0, 0x34, 0x12, (byte)verifier, (byte)(verifier >> 8)];
        foreach (var record in records)
        {
            var start = stream.Count + 4;
            var length = record.Length - 4;
            stream.AddRange(record.Select((value, at) =>
            {
                if (at < (record[0] == 0x85 ? 8 : 4))
                {
                    return value;
                }

                var masked = (byte)(value ^ mask[(start + length + at - 4) % 16]);
                return (byte)(masked >> 3 | masked << 5);
            }));
        }

        return new OleMaker().Add("Workbook", [.. stream, .. new byte[600]]).ToArray();
    }

    /// <summary>A document with this text, encrypted with RC4 (MS-DOC, 2.2.6.2 and 2.2.6.3).</summary>
    /// <param name="isLong">Whether the key has 128 bits.</param>
    public static byte[] Document(string password, bool isLong, string text)
    {
        var (header, keys) = isLong ? LongHeader(password) : ShortHeader(password);
        byte[] plain = [.. new byte[0x0B], 1, 0, 0, (byte)header.Length, 0, 0, 0, .. new byte[68 - 0x12]];
        byte[] stream = [.. plain, .. Encoding.Latin1.GetBytes(text), .. new byte[1000]];
        for (var block = 0; block * 512 < stream.Length; block++)
        {
            Rc4.Apply(keys(block), stream.AsSpan(block * 512, Math.Min(512, stream.Length - (block * 512))));
        }

        plain.CopyTo(stream, 0);
        return new OleMaker().Add("WordDocument", stream).Add("0Table", [.. header, .. new byte[600]]).ToArray();
    }

    /// <summary>A presentation with this object, encrypted with RC4 (MS-PPT, 2.3.7).</summary>
    public static byte[] Presentation(string password, byte[] storage)
    {
        static byte[] Record(int type, byte[] content) =>
            [0, 0, (byte)type, (byte)(type >> 8), .. BitConverter.GetBytes(content.Length), .. content];
        var (header, keys) = LongHeader(password);
        var stored = Record(0x1011, storage);
        Rc4.Apply(keys(3), stored);
        var session = Record(0x2F14, header);
        byte[] directory = Record(0x1772,
            [3, 0, 0x10, 0, 0, 0, 0, 0, 7, 0, 0x10, 0, .. BitConverter.GetBytes(stored.Length)]);
        var edit = Record(0x0FF5,
            [.. new byte[12], .. BitConverter.GetBytes(stored.Length + session.Length), .. new byte[12], 7, 0, 0, 0]);
        return new OleMaker().Add("PowerPoint Document", [.. stored, .. session, .. directory, .. edit])
            .Add("Current User", [.. new byte[12], 0xDF, 0xC4, 0xD1, 0xF3,
                .. BitConverter.GetBytes(stored.Length + session.Length + directory.Length), .. new byte[4]]).ToArray();
    }

    private static (byte[] Header, Func<int, byte[]> Keys) ShortHeader(string password)
    {
        var start = MD5.HashData(Encoding.Unicode.GetBytes(password))[..5];
        var once = MD5.HashData([.. Enumerable.Repeat<byte[]>([.. start, .. Salt], 16).SelectMany(bytes => bytes)])[..5];
        byte[] Key(int block) => MD5.HashData([.. once, .. BitConverter.GetBytes(block)]);
        byte[] check = [.. Salt, .. MD5.HashData(Salt)];
        Rc4.Apply(Key(0), check);
        return ([1, 0, 1, 0, .. Salt, .. check], Key);
    }

    private static (byte[] Header, Func<int, byte[]> Keys) LongHeader(string password)
    {
        var hash = SHA1.HashData([.. Salt, .. Encoding.Unicode.GetBytes(password)]);
        byte[] Key(int block) => SHA1.HashData([.. hash, .. BitConverter.GetBytes(block)])[..16];
        byte[] check = [.. Salt, .. SHA1.HashData(Salt)];
        Rc4.Apply(Key(0), check);
        return (
            [
                2, 0, 2, 0, 4, 0, 0, 0, 32, 0, 0, 0, .. new byte[8], 1, 0x68, 0, 0, 4, 0x80, 0, 0, 128, 0, 0, 0, 1, 0, 0, 0, .. new byte[8],
                16, 0, 0, 0, .. Salt, .. check[..16], 20, 0, 0, 0, .. check[16..],
            ],
            Key);
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
