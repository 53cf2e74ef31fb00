using System.Globalization;
using System.Security.Cryptography;

namespace Load.Systems.Analyzer.Corpus;

/// <summary>Makes new files, one at a time, for one caller at a time.</summary>
/// <param name="session">Differs between runs, so that a service that outlives them has not seen their files either.</param>
/// <param name="counter">Shared by all callers of a session.</param>
internal sealed class FreshFile(ulong session, NonceCounter counter) : IDisposable
{
    private readonly Dictionary<SourceFile, IncrementalHash> _heads = [];
    private byte[] _tail = [];

    /// <returns>Valid until the next call.</returns>
    public Upload Of(SourceFile source)
    {
        if (_tail.Length != source.Tail.Length)
        {
            _tail = new byte[source.Tail.Length];
        }

        source.Tail.Span.CopyTo(_tail);
        session.TryFormat(_tail, out _, "x16", CultureInfo.InvariantCulture);
        counter.Next().TryFormat(_tail.AsSpan(16), out _, "x16", CultureInfo.InvariantCulture);
        return new Upload(source.Head, _tail, Hash(source), source);
    }

    public void Dispose()
    {
        foreach (var head in _heads.Values)
        {
            head.Dispose();
        }
    }

    private Digest Hash(SourceFile source)
    {
        if (!_heads.TryGetValue(source, out var head))
        {
            _heads.Add(source, head = source.CloneHashOfHead());
        }

        using var whole = head.Clone();
        whole.AppendData(_tail);
        Span<byte> digest = stackalloc byte[Digest.ByteLength];
        whole.GetHashAndReset(digest);
        return new Digest(digest);
    }
}

/// <summary>Counts the files made in a session.</summary>
internal sealed class NonceCounter
{
    private ulong _last;

    public ulong Next() => Interlocked.Increment(ref _last);
}
