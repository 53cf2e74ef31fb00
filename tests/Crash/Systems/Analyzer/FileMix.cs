using Load.Systems.Analyzer.Corpus;

namespace Crash.Systems.Analyzer;

/// <summary>Chooses new files: mostly small ones, so that many are acknowledged soon, and some that take a while to send.</summary>
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
