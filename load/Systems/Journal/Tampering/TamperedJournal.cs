namespace Load.Systems.Journal.Tampering;

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

    /// <summary>Those of another log.</summary>
    public IReadOnlyList<SegmentFrames> Other => _original.Other;

    /// <summary>The whole folder as it was some time ago.</summary>
    public void PutBackOld()
    {
        Directory.Delete(Folder, recursive: true);
        Copy(_original.Old, Folder);
    }

    public void Dispose() => _directory.Delete(recursive: true);

    /// <summary>What <c>verify</c> looks at.</summary>
    public static void Copy(string from, string to)
    {
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var path = Path.GetRelativePath(from, file);
            if (path != "lock" && !path.StartsWith("keys", StringComparison.Ordinal))
            {
                var target = Path.Combine(to, path);
                Directory.CreateDirectory(Path.GetDirectoryName(target)!);
                File.Copy(file, target);
            }
        }
    }
}
