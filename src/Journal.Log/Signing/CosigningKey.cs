using System.Security.Cryptography;

namespace Journal.Log.Signing;

/// <summary>
/// A witness' name and private key. No log's identity has it: a cosignature and a checkpoint are never signed with one key.
/// </summary>
public sealed class CosigningKey
{
    private readonly byte[] _seed;

    private CosigningKey(string name, byte[] seed)
    {
        _seed = seed;
        Verifier = new(name, Ed25519Signature.PublicKey(seed));
    }

    public CosignerKey Verifier { get; }

    public static CosigningKey Create(string name) => new(name, RandomNumberGenerator.GetBytes(Ed25519Signature.SeedBytes));

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static CosigningKey Parse(string text)
    {
        var (name, seed) = PrivateKeyText.Read(text, KeyText.CosignatureType);
        return new(name, seed);
    }

    /// <summary>With the private key: for a file that only its owner reads.</summary>
    public string Export() => PrivateKeyText.Write(Verifier.Name, KeyText.CosignatureType, _seed);

    /// <param name="checkpoint">All of its text, extension lines too.</param>
    /// <param name="time">When it was seen to continue what was seen before.</param>
    public NoteSignature Sign(string checkpoint, DateTimeOffset time) => Cosignature.Make(
        Verifier, time.ToUnixTimeSeconds(), message => Ed25519Signature.Sign(_seed, message), checkpoint);
}
