using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Journal.Log.Signing;

/// <summary>A name and its public key, in C2SP's form: <c>name+hex(key id)+base64(type ‖ key)</c>.</summary>
/// <param name="Name">Has no space, no line break and no plus.</param>
public sealed record VerifierKey(string Name, byte[] PublicKey)
{
    internal const byte Ed25519Type = 1;

    public uint Id { get; } = IdOf(Name, PublicKey);

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static VerifierKey Parse(string text)
    {
        var parts = text.Trim().Split('+', 3);
        if (parts is not [{ Length: > 0 } name, { Length: 8 } id, var key] || !IsName(name) || TryDecode(key) is not [Ed25519Type, ..] bytes
            || bytes.Length != 1 + Ed25519Signature.PublicKeyBytes)
        {
            throw new InvalidDataException("This is no verifier key such as 'name+1a2b3c4d+AQ...' with an Ed25519 key.");
        }

        var parsed = new VerifierKey(name, bytes[1..]);
        return uint.TryParse(id, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var said) && said == parsed.Id
            ? parsed
            : throw new InvalidDataException($"The verifier key of {name} has the id {id} and should have {parsed.Id:x8}.");
    }

    public static bool IsName(string text) =>
        text.Length is > 0 and <= 255 && !text.Any(letter => char.IsWhiteSpace(letter) || char.IsControl(letter) || letter == '+');

    public override string ToString() => $"{Name}+{Id:x8}+{Convert.ToBase64String([Ed25519Type, .. PublicKey])}";

    public bool Equals(VerifierKey? other) => other is not null && Name == other.Name && PublicKey.AsSpan().SequenceEqual(other.PublicKey);

    public override int GetHashCode() => HashCode.Combine(Name, Id);

    internal static byte[]? TryDecode(string base64)
    {
        var bytes = new byte[base64.Length];
        return Convert.TryFromBase64String(base64, bytes, out var written) ? bytes[..written] : null;
    }

    private static uint IdOf(string name, byte[] key) =>
        BinaryPrimitives.ReadUInt32BigEndian(SHA256.HashData([.. Encoding.UTF8.GetBytes(name), (byte)'\n', Ed25519Type, .. key]));
}
