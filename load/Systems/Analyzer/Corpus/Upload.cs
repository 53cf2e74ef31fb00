namespace Load.Systems.Analyzer.Corpus;

/// <summary>One file as it goes over the wire: <paramref name="Head"/>, then <paramref name="Tail"/>.</summary>
/// <param name="Head">Shared by all requests of a file; never written to.</param>
/// <param name="Tail">This request's own; may be empty.</param>
/// <param name="Sha256">The hash of both.</param>
/// <param name="Source">The file it was made of.</param>
internal readonly record struct Upload(ReadOnlyMemory<byte> Head, ReadOnlyMemory<byte> Tail, Digest Sha256, SourceFile Source)
{
    public long Size => Head.Length + Tail.Length;
}
