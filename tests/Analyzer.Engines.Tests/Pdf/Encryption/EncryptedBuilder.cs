using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Analyzer.Engines.Tests.Pdf.Encryption;

/// <summary>
/// Writes small documents that are encrypted with AES-256 (revision 5, whose keys are a single hash), also such as no program would write.
/// </summary>
internal sealed class EncryptedBuilder
{
    private readonly PdfBuilder _document = new();
    private readonly byte[] _key = [.. Enumerable.Range(1, 32).Select(value => (byte)value)];
    private readonly byte[] _password;

    public EncryptedBuilder(string password = "") => _password = Encoding.UTF8.GetBytes(password);

    /// <summary>The entries of the encryption dictionary that say what is encrypted.</summary>
    public string Methods { get; init; } = "/CF<</StdCF<</CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF";

    /// <summary>An encryption dictionary, with everything that passwords are checked by.</summary>
    public string Dictionary
    {
        get
        {
            var (user, userKey) = Check([]);
            var (owner, ownerKey) = Check(user);
            return "<</Filter/Standard/V 5/R 5/Length 256/P -4" +
                $"/U<{Hex(user)}>/UE<{Hex(userKey)}>/O<{Hex(owner)}>/OE<{Hex(ownerKey)}>{Methods}>>";
        }
    }

    /// <summary>Small documents for others to change.</summary>
    public static IEnumerable<byte[]> Samples()
    {
        yield return EncryptedDocumentTests.Everything(new EncryptedBuilder()).Key(20).ToArray();
        yield return EncryptedDocumentTests.Everything(new EncryptedBuilder().Key(20)).ToArray();
        yield return EncryptedDocumentTests.Everything(new EncryptedBuilder("locked")).Key(20).ToArray();
    }

    public EncryptedBuilder Raw(string text)
    {
        _document.Raw(text);
        return this;
    }

    public EncryptedBuilder Object(int number, string content)
    {
        _document.Object(number, content);
        return this;
    }

    public EncryptedBuilder Stream(int number, string entries, byte[] data)
    {
        _document.Stream(number, entries, Encrypt(data));
        return this;
    }

    public EncryptedBuilder PlainStream(int number, string entries, byte[] data)
    {
        _document.Stream(number, entries, data);
        return this;
    }

    /// <summary>The encryption dictionary as an object, and a trailer that names it.</summary>
    public EncryptedBuilder Key(int number) => Object(number, Dictionary).Raw($"trailer\n<</Root 1 0 R/Encrypt {number} 0 R>>\n");

    /// <summary>An encrypted string in hex digits.</summary>
    public string String(string text) => $"<{Hex(Encrypt(Encoding.Latin1.GetBytes(text)))}>";

    public byte[] ToArray() => _document.ToArray();

    private byte[] Encrypt(byte[] data)
    {
        using var aes = Aes.Create();
        aes.Key = _key;
        var vector = SHA256.HashData(data)[..16];
        return [.. vector, .. aes.EncryptCbc(data, vector)];
    }

    private (byte[] Check, byte[] Key) Check(byte[] user)
    {
        var validation = "validate"u8;
        var salt = "key salt"u8;
        using var aes = Aes.Create();
        aes.Key = SHA256.HashData([.. _password, .. salt, .. user]);
        return ([.. SHA256.HashData([.. _password, .. validation, .. user]), .. validation, .. salt],
            aes.EncryptCbc(_key, new byte[16], PaddingMode.None));
    }

    private static string Hex(byte[] bytes) => Convert.ToHexString(bytes).ToLower(CultureInfo.InvariantCulture);
}
