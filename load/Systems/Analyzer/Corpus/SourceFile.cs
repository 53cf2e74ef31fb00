using System.Security.Cryptography;

namespace Load.Systems.Analyzer.Corpus;

/// <summary>
/// A file that requests are made of. Unchanged, it is the known file; with another nonce written near its end it becomes a file that nobody
/// has seen. Only the few bytes from the nonce on are a request's own: what lies before is shared, and hashed once.
/// </summary>
/// <remarks>
/// A generated file holds its nonce before startxref. A person's own file is followed by a comment with the nonce, which is not part
/// of it when it is sent as known:
/// <code>
/// | known file                                  |
/// | head, shared, hashed once | nonce | rest    |   generated
/// | head = the whole file + "\n%lab " | nonce | "\n" |   a person's own
/// </code>
/// </remarks>
internal sealed class SourceFile
{
    /// <summary>Bytes of a nonce: two 64-bit numbers as hex digits, which spell no PDF keyword.</summary>
    public const int NonceLength = 32;

    private readonly byte[] _bytes;
    private readonly IncrementalHash _hashOfHead = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    public SourceFile(string name, byte[] bytes, int knownLength, int noncePosition, ReportVerdict? verdict)
    {
        (Name, _bytes, NoncePosition, Verdict) = (name, bytes, noncePosition, verdict);
        _hashOfHead.AppendData(Head.Span);
        Known = new Upload(bytes.AsMemory(0, knownLength), default, new Digest(SHA256.HashData(bytes.AsSpan(0, knownLength))), this);
    }

    public static ReadOnlySpan<byte> EmptyNonce => "00000000000000000000000000000000"u8;

    public string Name { get; }

    /// <summary>The file as it is.</summary>
    public Upload Known { get; }

    public int NoncePosition { get; }

    /// <summary>Null when only the service can tell, and all transports have to tell the same.</summary>
    public ReportVerdict? Verdict { get; }

    public ReadOnlyMemory<byte> Head => _bytes.AsMemory(0, NoncePosition);

    /// <summary>The bytes after the head, nonce first; to be copied.</summary>
    public ReadOnlyMemory<byte> Tail => _bytes.AsMemory(NoncePosition);

    /// <summary>The hash as it stands after the head, for one caller to go on with: a hash is not for use by two at once.</summary>
    public IncrementalHash CloneHashOfHead()
    {
        lock (_hashOfHead)
        {
            return _hashOfHead.Clone();
        }
    }

    /// <summary>A person's own file.</summary>
    public static SourceFile FromFile(string path)
    {
        var mark = "\n%lab "u8;
        var file = File.ReadAllBytes(path);
        byte[] bytes = [.. file, .. mark, .. EmptyNonce, (byte)'\n'];
        return new SourceFile(Path.GetFileName(path), bytes, file.Length, file.Length + mark.Length, verdict: null);
    }
}
