using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Journal.Log.Signing;

/// <summary>
/// Public keys as C2SP signed-note writes them: <c>name+hex(key id)+base64(type ‖ key)</c>. The type says what the key signs.
/// </summary>
internal static class KeyText
{
    /// <summary>Signs notes.</summary>
    public const byte NoteType = 1;

    /// <summary>Cosigns checkpoints, with the time.</summary>
    public const byte CosignatureType = 4;

    private const int IdDigits = 8;

    public static uint IdOf(string name, byte type, byte[] key) =>
        BinaryPrimitives.ReadUInt32BigEndian(SHA256.HashData([.. Encoding.UTF8.GetBytes(name), (byte)'\n', type, .. key]));

    public static string Write(string name, byte type, byte[] key) =>
        $"{name}+{IdOf(name, type, key):x8}+{Convert.ToBase64String([type, .. key])}";

    /// <returns>Null for a text that is no such key.</returns>
    /// <exception cref="InvalidDataException">The id in the text does not belong to its name and key.</exception>
    public static (string Name, byte[] Key)? Read(string text, byte type)
    {
        if (text.Trim().Split('+', 3) is not [var name, { Length: IdDigits } id, var base64] || !VerifierKey.IsName(name)
            || VerifierKey.TryDecode(base64) is not [var first, .. var key] || first != type
            || key.Length != Ed25519Signature.PublicKeyBytes)
        {
            return null;
        }

        var own = IdOf(name, type, key);
        return uint.TryParse(id, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var said) && said == own
            ? (name, key)
            : throw new InvalidDataException($"The key of {name} has the id {id}, but it should be {own:x8}.");
    }
}
