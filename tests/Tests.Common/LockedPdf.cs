using System.Security.Cryptography;
using System.Text;

namespace Tests.Common;

/// <summary>
/// A small document that is encrypted with AES-256 (revision 5) and opens with a password only. Its script can be read then.
/// </summary>
public static class LockedPdf
{
    public const string Script = "app.launchURL('http://locked.example/')";

    private static readonly byte[] Key = [.. Enumerable.Range(1, 32).Select(value => (byte)value)];

    /// <param name="password">The user's and the owner's.</param>
    public static byte[] With(string password)
    {
        var (user, userKey) = Check(password, []);
        var (owner, ownerKey) = Check(password, user);
        return Encoding.Latin1.GetBytes(
            "%PDF-1.7\n1 0 obj\n<</Type/Catalog/OpenAction 2 0 R>>\nendobj\n" +
            $"2 0 obj\n<</S/JavaScript/JS<{Hex(Encrypt(Script))}>>>\nendobj\n" +
            "3 0 obj\n<</Filter/Standard/V 5/R 5/Length 256/P -4/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF" +
            $"/U<{Hex(user)}>/UE<{Hex(userKey)}>/O<{Hex(owner)}>/OE<{Hex(ownerKey)}>>>\nendobj\n" +
            "trailer\n<</Root 1 0 R/Encrypt 3 0 R>>\n%%EOF\n");
    }

    private static byte[] Encrypt(string text)
    {
        using var aes = Aes.Create();
        aes.Key = Key;
        var vector = new byte[16];
        return [.. vector, .. aes.EncryptCbc(Encoding.Latin1.GetBytes(text), vector)];
    }

    // A hash, the salt of the check and that of the key; and the document's key, encrypted with the key that password and salt give.
    private static (byte[] Check, byte[] Key) Check(string password, byte[] user)
    {
        var (bytes, validation, salt) = (Encoding.UTF8.GetBytes(password), "validate"u8.ToArray(), "key salt"u8.ToArray());
        using var aes = Aes.Create();
        aes.Key = SHA256.HashData([.. bytes, .. salt, .. user]);
        return ([.. SHA256.HashData([.. bytes, .. validation, .. user]), .. validation, .. salt],
            aes.EncryptCbc(Key, new byte[16], PaddingMode.None));
    }

    private static string Hex(byte[] bytes) => Convert.ToHexString(bytes);
}
