namespace Analyzer.Engines.Pdf.Links;

/// <summary>
/// Knows files in somebody's own folder, by a name that only that machine has. Programs that convert pages leave such links behind: they
/// lead nowhere on any other machine, and who attacks others cannot know what they are called.
/// </summary>
internal static class HomeFolders
{
    private static readonly string[] Folders = ["home", "users", "documents and settings"];

    // These are on every machine.
    private static readonly string[] Everybodys = ["public", "default", "default user", "all users", "shared", "guest", "administrator"];

    /// <param name="path">Without the slashes before it.</param>
    public static bool Has(ReadOnlySpan<char> path)
    {
        path = path is [_, ':' or '|', '/' or '\\', ..] ? path[3..] : path;
        if (path.Contains("..", StringComparison.Ordinal) || path.Contains('%'))
        {
            return false;
        }

        return TryTake(ref path, out var folder) && IsOneOf(folder, Folders)
            && TryTake(ref path, out var owner) && !IsOneOf(owner, Everybodys);
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
