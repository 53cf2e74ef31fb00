using System.Security.Cryptography;

namespace Journal.Log.Signing;

/// <summary>A name and its private key, in the form of Go's <c>note</c>: <c>PRIVATE+KEY+name+hex(key id)+base64(type ‖ seed)</c>.</summary>
public sealed class SigningKey
{
    private const string Prefix = "PRIVATE+KEY+";
    private readonly byte[] _seed;

    private SigningKey(string name, byte[] seed)
    {
        _seed = seed;
        Verifier = new(name, Ed25519Signature.PublicKey(seed));
    }

    public VerifierKey Verifier { get; }

    public static SigningKey Create(string name) => new(name, RandomNumberGenerator.GetBytes(Ed25519Signature.SeedBytes));

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static SigningKey Parse(string text)
    {
        var line = text.Trim();
        if (line.StartsWith(Prefix, StringComparison.Ordinal) && line[Prefix.Length..].Split('+', 3) is [var name, var id, var key]
            && VerifierKey.IsName(name) && VerifierKey.TryDecode(key) is [VerifierKey.Ed25519Type, .. var seed]
            && seed.Length == Ed25519Signature.SeedBytes && new SigningKey(name, seed) is var parsed && $"{parsed.Verifier.Id:x8}" == id)
        {
            return parsed;
        }

        throw new InvalidDataException("This is no signing key such as 'PRIVATE+KEY+name+1a2b3c4d+AQ...'.");
    }

    /// <summary>With the private key: for a file that only its owner reads.</summary>
    public string Export() => $"{Prefix}{Verifier.Name}+{Verifier.Id:x8}+{Convert.ToBase64String([VerifierKey.Ed25519Type, .. _seed])}";

    internal NoteSignature Sign(byte[] text) => new(Verifier.Name, Verifier.Id, Ed25519Signature.Sign(_seed, text));
}
