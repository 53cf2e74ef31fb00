using System.IO.Enumeration;
using Durable;
using Sigma.Streams.Folders;

namespace Sigma.Streams.Events;

/// <summary>Files of records: by name, all of a folder, or standard input.</summary>
internal static class EventFiles
{
    public const string StandardInput = "-";

    /// <summary>The files in the order in which they are read: as named, those of a folder by their paths.</summary>
    /// <param name="paths">Files and folders.</param>
    /// <param name="include">Patterns such as <c>*.json</c> for the names of a folder's files; none: all of them.</param>
    /// <exception cref="IOException">
    /// A folder cannot be listed, so that some of its files may be missing, or none of its files has such a name.
    /// </exception>
    public static IReadOnlyList<string> Find(IEnumerable<string> paths, IReadOnlyList<string> include)
    {
        var found = FoundFiles.Of(paths, file => include.Count == 0
            || include.Any(pattern => FileSystemName.MatchesSimpleExpression(pattern, Path.GetFileName(file))));
        return found.Unlisted is [var folder, ..]
            ? throw new IOException($"{folder.Folder} cannot be listed: {folder.Reason}")
            : found.Files.Count == 0 && include.Count > 0
                ? throw new IOException($"No file has a name such as {string.Join(" or ", include)}. Change --include.")
                : found.Files;
    }

    public static PeekedStream Open(string file, Stream input) =>
        new(new BufferedStream(file == StandardInput ? input : SharedFile.OpenRead(file), 4096));
}
