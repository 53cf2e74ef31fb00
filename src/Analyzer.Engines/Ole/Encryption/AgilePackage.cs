using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>Agile encryption of packages: what it does is said in XML (MS-OFFCRYPTO, 2.3.4.10 to 2.3.4.15).</summary>
internal static class AgilePackage
{
    private const int SegmentLength = 4096;
    private const int MaxXml = 64 * 1024;

    /// <summary>Office programs write 100,000; each round costs the one who asks a microsecond.</summary>
    private const int MaxRounds = 200_000;

    private static ReadOnlySpan<byte> ForVerifier => [0xFE, 0xA7, 0xD2, 0x76, 0x3B, 0x4B, 0x9E, 0x79];

    private static ReadOnlySpan<byte> ForHash => [0xD7, 0xAA, 0x0F, 0x6D, 0x30, 0x61, 0x34, 0x4E];

    private static ReadOnlySpan<byte> ForKey => [0x14, 0x6E, 0x0B, 0xE7, 0xAB, 0xAC, 0xD0, 0xD6];

    /// <returns>Null when it is damaged, or the password is another one.</returns>
    public static byte[]? Open(ReadOnlySpan<byte> xml, ReadOnlySpan<byte> package, ReadOnlySpan<byte> password)
    {
        try
        {
            return Parse(xml) is var (data, key) ? Open(data, key, package, password) : null;
        }
        catch (Exception exception) when (exception is XmlException or FormatException or CryptographicException or OverflowException)
        {
            return null;
        }
    }

    private static (Settings Data, XElement Key)? Parse(ReadOnlySpan<byte> xml)
    {
        if (xml.Length > MaxXml)
        {
            return null;
        }

        using var text = new StringReader(Encoding.UTF8.GetString(xml).TrimEnd('\0'));
        using var reader = XmlReader.Create(text, new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null });
        var root = XElement.Load(reader);
        var data = root.Elements().FirstOrDefault(element => element.Name.LocalName == "keyData");
        var key = root.Descendants().FirstOrDefault(element => element.Name.LocalName == "encryptedKey");
        return data is null || key is null || Settings.Of(data) is not { } settings ? null : (settings, key);
    }

    private static byte[]? Open(Settings data, XElement element, ReadOnlySpan<byte> package, ReadOnlySpan<byte> password)
    {
        if (Settings.Of(element) is not { } key || (int?)element.Attribute("spinCount") is not (>= 0 and <= MaxRounds and var rounds))
        {
            return null;
        }

        var hash = Iterated(key, password, rounds);
        var verifier = Decrypt(key, hash, ForVerifier, element, "encryptedVerifierHashInput");
        var expected = Hash(key.Hash, verifier[..Math.Min(verifier.Length, key.Salt.Length)]);
        if (!Decrypt(key, hash, ForHash, element, "encryptedVerifierHashValue").AsSpan().StartsWith(expected))
        {
            return null;
        }

        var secret = Decrypt(key, hash, ForKey, element, "encryptedKeyValue");
        using var aes = Aes.Create();
        aes.Key = secret[..Math.Min(secret.Length, data.KeyBytes)];
        var opened = new byte[package.Length & ~15];
        for (var (at, segment) = (0, 0); at < opened.Length; at += SegmentLength, segment++)
        {
            var number = new byte[sizeof(int)];
            BinaryPrimitives.WriteInt32LittleEndian(number, segment);
            var start = Sized(Hash(data.Hash, [.. data.Salt, .. number]), 16);
            var length = Math.Min(SegmentLength, opened.Length - at);
            aes.DecryptCbc(package.Slice(at, length), start, opened.AsSpan(at), PaddingMode.None);
        }

        return opened;
    }

    private static byte[] Iterated(Settings key, ReadOnlySpan<byte> password, int rounds)
    {
        var hash = Hash(key.Hash, [.. key.Salt, .. password]);
        var buffer = new byte[sizeof(int) + hash.Length];
        for (var round = 0; round < rounds; round++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(buffer, round);
            hash.CopyTo(buffer, sizeof(int));
            CryptographicOperations.HashData(key.Hash, buffer, hash);
        }

        return hash;
    }

    private static byte[] Decrypt(Settings key, byte[] hash, ReadOnlySpan<byte> purpose, XElement element, string attribute)
    {
        using var aes = Aes.Create();
        aes.Key = Sized(Hash(key.Hash, [.. hash, .. purpose]), key.KeyBytes);
        return aes.DecryptCbc(Convert.FromBase64String((string?)element.Attribute(attribute) ?? ""), Sized(key.Salt, 16), PaddingMode.None);
    }

    private static byte[] Hash(HashAlgorithmName name, byte[] bytes) => CryptographicOperations.HashData(name, bytes);

    private static byte[] Sized(byte[] bytes, int length)
    {
        var sized = new byte[length];
        sized.AsSpan().Fill(0x36);
        bytes.AsSpan(0, Math.Min(bytes.Length, length)).CopyTo(sized);
        return sized;
    }

    /// <summary>What both the data and the key say of themselves.</summary>
    private sealed record Settings(HashAlgorithmName Hash, int KeyBytes, byte[] Salt)
    {
        /// <returns>Null for another cipher than office programs write.</returns>
        public static Settings? Of(XElement element)
        {
            HashAlgorithmName? hash = (string?)element.Attribute("hashAlgorithm") switch
            {
                "SHA1" or "SHA-1" => HashAlgorithmName.SHA1,
                "SHA256" => HashAlgorithmName.SHA256,
                "SHA384" => HashAlgorithmName.SHA384,
                "SHA512" => HashAlgorithmName.SHA512,
                _ => null,
            };
            var bits = (int?)element.Attribute("keyBits");
            var isCommon = (string?)element.Attribute("cipherAlgorithm") == "AES"
                && (string?)element.Attribute("cipherChaining") == "ChainingModeCBC" && bits is 128 or 192 or 256;
            return hash is null || !isCommon ? null
                : new(hash.Value, bits!.Value / 8, Convert.FromBase64String((string?)element.Attribute("saltValue") ?? ""));
        }
    }
}
