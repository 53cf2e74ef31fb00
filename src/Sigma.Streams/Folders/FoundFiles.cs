namespace Sigma.Streams.Folders;

/// <summary>The files of some paths. A folder that cannot be listed hides only its own files.</summary>
/// <param name="Files">In the order of the paths as named, those of a folder by their own.</param>
/// <param name="Unlisted">Folders whose files are unknown.</param>
internal sealed record FoundFiles(IReadOnlyList<string> Files, IReadOnlyList<UnlistedFolder> Unlisted)
{
    /// <param name="paths">Folders, and files, which need not be there.</param>
    /// <param name="isWanted">Which files of folders count.</param>
    public static FoundFiles Of(IEnumerable<string> paths, Func<string, bool> isWanted)
    {
        var unlisted = new List<UnlistedFolder>();
        List<string> files = [.. paths.SelectMany(IEnumerable<string> (path) =>
            Directory.Exists(path) ? In(path, unlisted).Where(isWanted).Order(StringComparer.Ordinal) : [path])];
        return new(files, unlisted);
    }

    /// <summary>Whether the file may exist although it was not found.</summary>
    public bool MayHold(string file) => Unlisted.Any(folder => folder.Holds(file));

    private static List<string> In(string folder, List<UnlistedFolder> unlisted)
    {
        try
        {
            return [.. Directory.GetFiles(folder), .. Directory.GetDirectories(folder).SelectMany(inner => In(inner, unlisted))];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            unlisted.Add(new(folder, exception.Message));
            return [];
        }
    }
}

/// <param name="Folder">The folder's path, as named or below a named one.</param>
/// <param name="Reason">Why it cannot be listed.</param>
internal sealed record UnlistedFolder(string Folder, string Reason)
{
    public bool Holds(string file) => file.StartsWith(
        $"{Path.TrimEndingDirectorySeparator(Folder)}{Path.DirectorySeparatorChar}", StringComparison.Ordinal);
}
