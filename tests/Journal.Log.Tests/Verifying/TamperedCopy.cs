using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Log.Tests.Verifying;

/// <summary>A copy of what <c>verify</c> looks at.</summary>
internal sealed class TamperedCopy : IDisposable
{
    private readonly TempDirectory _directory = new("tampered");

    public TamperedCopy(TestJournal journal)
    {
        Folder = new(_directory.Combine("journal"));
        foreach (var file in FilesOf(journal.Folder))
        {
            var target = Path.Combine(Folder.Path, Path.GetRelativePath(journal.Folder.Path, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }

        File.Copy(journal.Folder.VerifierFile, Folder.VerifierFile);
    }

    public JournalFolder Folder { get; }

    public string PathOf(string name) => Path.Combine(Folder.Path, name);

    /// <summary>So that somebody could write on.</summary>
    public void TakeKeysOf(JournalFolder owner)
    {
        foreach (var file in Directory.EnumerateFiles(owner.Recipients).Append(owner.Identity).Append(owner.EpochKey))
        {
            var target = PathOf(Path.GetRelativePath(owner.Path, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }

    public IEnumerable<string> Files() => FilesOf(Folder);

    public VerifyReport Verify(VerifierKey key, params IReadOnlyList<Anchor> anchors) =>
        new Verifier(new(Folder) { Key = key, Anchors = anchors }, TimeProvider.System).Run(TestContext.Current.CancellationToken);

    public void Dispose() => _directory.Dispose();

    private static List<string> FilesOf(JournalFolder folder) => Directory
        .EnumerateFiles(folder.Segments)
        .Concat(Directory.EnumerateFiles(Path.Combine(folder.Path, "log"), "*", SearchOption.AllDirectories))
        .Order(StringComparer.Ordinal).ToList();
}

internal static class VerifyReports
{
    /// <summary>The report's words about a frame.</summary>
    public static FrameState StateOf(this VerifyReport report, long frame) =>
        report.Zones.Single(zone => zone.FirstFrame <= frame && frame <= zone.LastFrame).State;
}
