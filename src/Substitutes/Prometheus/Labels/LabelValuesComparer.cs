namespace Prometheus;

/// <summary>Label values in their order. The alternate form lets a known child be found by a span, without an array.</summary>
internal sealed class LabelValuesComparer : IEqualityComparer<string[]>, IAlternateEqualityComparer<ReadOnlySpan<string>, string[]>
{
    public static readonly LabelValuesComparer Instance = new();

    public bool Equals(string[]? x, string[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(string[] obj) => GetHashCode(obj.AsSpan());

    public bool Equals(ReadOnlySpan<string> alternate, string[] other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<string> alternate)
    {
        var hash = default(HashCode);
        foreach (var value in alternate)
        {
            hash.Add(value);
        }

        return hash.ToHashCode();
    }

    public string[] Create(ReadOnlySpan<string> alternate) => alternate.ToArray();
}
