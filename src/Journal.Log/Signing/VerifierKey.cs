namespace Journal.Log.Signing;

/// <summary>A name and its public key, in C2SP's form: <c>name+hex(key id)+base64(type ‖ key)</c>.</summary>
/// <param name="Name">Has no space, no line break and no plus.</param>
public sealed record VerifierKey(string Name, byte[] PublicKey)
{
    private const int MaxNameLetters = 255;

    public uint Id { get; } = KeyText.IdOf(Name, KeyText.NoteType, PublicKey);

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static VerifierKey Parse(string text) => KeyText.Read(text, KeyText.NoteType) is var (name, key)
        ? new(name, key)
        : throw new InvalidDataException("This is not a verifier key such as 'name+1a2b3c4d+AQ...' with an Ed25519 key.");

    public static bool IsName(string text) => text.Length is > 0 and <= MaxNameLetters
        && !text.Any(letter => char.IsWhiteSpace(letter) || char.IsControl(letter) || letter == '+');

    public override string ToString() => KeyText.Write(Name, KeyText.NoteType, PublicKey);

    public bool Equals(VerifierKey? other) => other is not null && Name == other.Name && PublicKey.AsSpan().SequenceEqual(other.PublicKey);

    public override int GetHashCode() => HashCode.Combine(Name, Id);

    internal static byte[]? TryDecode(string base64)
    {
        var bytes = new byte[base64.Length];
        return Convert.TryFromBase64String(base64, bytes, out var written) ? bytes[..written] : null;
    }
}
