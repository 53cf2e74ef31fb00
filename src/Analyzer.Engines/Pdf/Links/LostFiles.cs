namespace Analyzer.Engines.Pdf.Links;

/// <summary>
/// Knows files that are on one machine only: in somebody's own folder, or in one that no system has. Programs that convert pages leave such
/// links behind: they lead nowhere on any other machine, and who attacks others cannot know what they are called.
/// </summary>
internal static class LostFiles
{
    private static readonly string[] Folders = ["home", "users", "documents and settings"];

    // These are on every machine.
    private static readonly string[] Everybodys = ["public", "default", "default user", "all users", "shared", "guest", "administrator"];

    // Those of Linux, macOS and Windows.
    private static readonly string[] Systems =
    [
        "bin", "boot", "dev", "etc", "home", "lib", "lib32", "lib64", "lost+found", "media", "mnt", "opt", "proc", "root", "run", "sbin",
        "snap", "srv", "sys", "tmp", "usr", "var", "applications", "cores", "library", "net", "network", "private", "system", "users",
        "volumes", "windows", "winnt", "program files", "program files (x86)", "programdata", "documents and settings", "inetpub",
        "perflogs", "recovery", "temp", "intel",
    ];

    /// <param name="path">Without the slashes before it.</param>
    public static bool Has(ReadOnlySpan<char> path)
    {
        var hasDrive = path is [_, ':' or '|', '/' or '\\', ..];
        path = hasDrive ? path[3..] : path;
        if (path.Contains("..", StringComparison.Ordinal) || path.Contains('%') || !TryTake(ref path, out var folder))
        {
            return false;
        }

        return IsOneOf(folder, Folders) ? TryTake(ref path, out var owner) && !IsOneOf(owner, Everybodys)
            : !hasDrive && !folder.Contains(':') && !IsOneOf(folder, Systems);
    }

    // The next folder of the path, behind which something follows.
    private static bool TryTake(ref ReadOnlySpan<char> path, out ReadOnlySpan<char> folder)
    {
        var end = path.IndexOfAny('/', '\\');
        folder = end > 0 ? path[..end] : [];
        path = end > 0 ? path[(end + 1)..] : path;
        return end > 0 && !path.IsEmpty;
    }

    private static bool IsOneOf(ReadOnlySpan<char> folder, string[] names)
    {
        foreach (var name in names)
        {
            if (folder.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        return false;
    }
}
