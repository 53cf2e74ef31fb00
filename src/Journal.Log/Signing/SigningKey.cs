using System.Security.Cryptography;

namespace Journal.Log.Signing;

/// <summary>A name and its private key.</summary>
public sealed class SigningKey
{
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
        var (name, seed) = PrivateKeyText.Read(text, KeyText.NoteType);
        return new(name, seed);
    }

    /// <summary>The text with the private key: for a file that only its owner can read.</summary>
    public string Export() => PrivateKeyText.Write(Verifier.Name, KeyText.NoteType, _seed);

    /// <summary>Erases the key from memory; it cannot sign any more. A text from <see cref="Export"/> still can.</summary>
    internal void Erase() => CryptographicOperations.ZeroMemory(_seed);

    internal NoteSignature Sign(byte[] text) => new(Verifier.Name, Verifier.Id, Ed25519Signature.Sign(_seed, text));
}
