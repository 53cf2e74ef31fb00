namespace Journal.Log.Signing;

/// <summary>Private keys in the form of Go's <c>note</c>: <c>PRIVATE+KEY+name+hex(key id)+base64(type ‖ seed)</c>.</summary>
internal static class PrivateKeyText
{
    private const string Prefix = "PRIVATE+KEY+";

    public static string Write(string name, byte type, byte[] seed) =>
        $"{Prefix}{name}+{IdOf(name, type, seed):x8}+{Convert.ToBase64String([type, .. seed])}";

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static (string Name, byte[] Seed) Read(string text, byte type)
    {
        var line = text.Trim();
        return line.StartsWith(Prefix, StringComparison.Ordinal) && line[Prefix.Length..].Split('+', 3) is [var name, var id, var key]
            && VerifierKey.IsName(name) && VerifierKey.TryDecode(key) is [var first, .. var seed] && first == type
            && seed.Length == Ed25519Signature.SeedBytes && $"{IdOf(name, type, seed):x8}" == id
                ? (name, seed)
                : throw new InvalidDataException("This is not a signing key such as 'PRIVATE+KEY+name+1a2b3c4d+AQ...'.");
    }

    private static uint IdOf(string name, byte type, byte[] seed)
    {
        using var key = Ed25519Signature.KeyOf(seed);
        return KeyText.IdOf(name, type, Ed25519Signature.PublicKey(key));
    }
}
