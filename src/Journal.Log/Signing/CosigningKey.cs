using NSec.Cryptography;

namespace Journal.Log.Signing;

/// <summary>
/// A witness' name and private key. It differs from every log's identity: a cosignature and a checkpoint never have the same key.
/// </summary>
public sealed class CosigningKey
{
    private readonly Key _key;

    private CosigningKey(string name, Key key)
    {
        _key = key;
        Verifier = new(name, Ed25519Signature.PublicKey(key));
    }

    public CosignerKey Verifier { get; }

    public static CosigningKey Create(string name) => new(name, Ed25519Signature.CreateKey());

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static CosigningKey Parse(string text)
    {
        var (name, seed) = PrivateKeyText.Read(text, KeyText.CosignatureType);
        return new(name, Ed25519Signature.KeyOf(seed));
    }

    /// <summary>The text with the private key: for a file that only its owner can read.</summary>
    public string Export() => PrivateKeyText.Write(Verifier.Name, KeyText.CosignatureType, Ed25519Signature.Seed(_key));

    /// <param name="checkpoint">Its whole text, including extension lines.</param>
    /// <param name="time">When the witness saw that it continues the previous one.</param>
    public NoteSignature Sign(string checkpoint, DateTimeOffset time) => Cosignature.Make(
        Verifier, time.ToUnixTimeSeconds(), message => Ed25519Signature.Sign(_key, message), checkpoint);
}
