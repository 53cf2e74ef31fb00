using Load.Corpus;

namespace Load.Crash;

/// <summary>What is sent: mostly small files, so that much is acknowledged in little time, and some that are on their way for a while.</summary>
internal sealed class FileMix(ulong seed)
{
    private readonly FileLibrary _library = new(seed, folder: null);

    public SourceFile Draw(ulong draw)
    {
        lock (_library)
        {
            return _library.Of((draw % 16) switch { 0 => 1_000_000, 1 => 100_000, _ => 4_000 }).At((long)(draw / 16 % int.MaxValue));
        }
    }
}
