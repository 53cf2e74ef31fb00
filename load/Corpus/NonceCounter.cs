namespace Load.Corpus;

/// <summary>Counts the files made in a session.</summary>
internal sealed class NonceCounter
{
    private ulong _last;

    public ulong Next() => Interlocked.Increment(ref _last);
}
