using NSec.Cryptography;

namespace Journal.Log.Signing;

/// <summary>A name and its private key.</summary>
public sealed class SigningKey
{
    private readonly Key _key;

    private SigningKey(string name, Key key)
    {
        _key = key;
        Verifier = new(name, Ed25519Signature.PublicKey(key));
    }

    public VerifierKey Verifier { get; }

    public static SigningKey Create(string name) => new(name, Ed25519Signature.CreateKey());

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static SigningKey Parse(string text)
    {
        var (name, seed) = PrivateKeyText.Read(text, KeyText.NoteType);
        return new(name, Ed25519Signature.KeyOf(seed));
    }

    /// <summary>The text with the private key: for a file that only its owner can read.</summary>
    public string Export() => PrivateKeyText.Write(Verifier.Name, KeyText.NoteType, Ed25519Signature.Seed(_key));

    /// <summary>Erases the key from memory; it cannot sign any more. A text from <see cref="Export"/> still can.</summary>
    internal void Erase() => _key.Dispose();

    internal NoteSignature Sign(byte[] text) => new(Verifier.Name, Verifier.Id, Ed25519Signature.Sign(_key, text));
}
