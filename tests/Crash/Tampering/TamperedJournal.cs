namespace Crash.Tampering;

/// <summary>A copy of a journal that something is done to.</summary>
internal sealed class TamperedJournal : IDisposable
{
    private readonly JournalToTamper _original;
    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("lab-tampered-");

    public TamperedJournal(JournalToTamper original)
    {
        _original = original;
        Copy(original.Journal, Folder);
        Segments = SegmentFrames.Of(Folder);
    }

    public string Folder => Path.Combine(_directory.FullName, "journal");

    public IReadOnlyList<SegmentFrames> Segments { get; }

    /// <summary>The segments of another log.</summary>
    public IReadOnlyList<SegmentFrames> Other => _original.Other;

    /// <summary>The whole folder as it was some time ago.</summary>
    public void PutBackOld() => PutBack(_original.Old);

    /// <summary>The same, after it has gone on.</summary>
    public void PutBackGrown() => PutBack(_original.Grown);

    public void Dispose() => _directory.Delete(recursive: true);

    /// <summary>What <c>verify</c> looks at, and, for one who has them, the keys.</summary>
    public static void Copy(string from, string to, bool withKeys = false)
    {
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var path = Path.GetRelativePath(from, file);
            if (path != "lock" && (withKeys || !path.StartsWith("keys", StringComparison.Ordinal)))
            {
                var target = Path.Combine(to, path);
                Directory.CreateDirectory(Path.GetDirectoryName(target)!);
                File.Copy(file, target);
            }
        }
    }

    private void PutBack(string folder)
    {
        Directory.Delete(Folder, recursive: true);
        Copy(folder, Folder);
    }
}
