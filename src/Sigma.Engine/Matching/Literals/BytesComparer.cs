namespace Sigma.Engine.Matching.Literals;

/// <summary>Texts are equal when their bytes are.</summary>
internal sealed class BytesComparer : IEqualityComparer<byte[]>
{
    public static readonly BytesComparer Instance = new();

    public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(byte[] obj) => (int)TextHash.Of(obj);
}
