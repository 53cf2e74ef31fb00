namespace Journal.Log.Signing;

/// <summary>
/// A witness' name and public key, in C2SP's form. Its type differs from a log's, so that neither can sign in the other's place.
/// </summary>
/// <param name="Name">Has no space, no line break and no plus.</param>
public sealed record CosignerKey(string Name, byte[] PublicKey)
{
    public uint Id { get; } = KeyText.IdOf(Name, KeyText.CosignatureType, PublicKey);

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static CosignerKey Parse(string text) => KeyText.Read(text, KeyText.CosignatureType) is var (name, key)
        ? new(name, key)
        : throw new InvalidDataException("This is not a witness' key such as 'name+1a2b3c4d+BA...' with an Ed25519 key.");

    public override string ToString() => KeyText.Write(Name, KeyText.CosignatureType, PublicKey);

    public bool Equals(CosignerKey? other) => other is not null && Name == other.Name && PublicKey.AsSpan().SequenceEqual(other.PublicKey);

    public override int GetHashCode() => HashCode.Combine(Name, Id);
}
