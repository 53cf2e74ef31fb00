using Hosting.Files;

namespace Analyzer.Service.Features.Scanning;

/// <summary>Finds the files below folders, and opens them so that others may go on writing, renaming and deleting them.</summary>
internal static class FileWalk
{
    public const string Unspeakable = "Its name, or that of its folder, is not UTF-8, so that it cannot be opened. Rename it.";

    private const int BufferSize = 0; // pieces are larger than any buffer

    // A folder that cannot be read is told, and not passed over.
    private static readonly EnumerationOptions Here = new() { IgnoreInaccessible = false, AttributesToSkip = 0 };

    /// <param name="paths">Files and folders.</param>
    /// <param name="problem">Is told of what cannot be listed.</param>
    /// <returns>
    /// Files in the order of their names, and whether a folder was named and not the file itself; links to folders are not followed.
    /// </returns>
    public static IEnumerable<(string Path, bool IsMet)> Of(IEnumerable<string> paths, Action<string, string> problem)
    {
        foreach (var path in paths)
        {
            if (!Directory.Exists(path))
            {
                yield return (path, IsMet: false);
                continue;
            }

            foreach (var file in Below(path, problem))
            {
                yield return (file, IsMet: true);
            }
        }
    }

    public static FileStream Open(string path) => new(path, new FileStreamOptions
    {
        Access = FileAccess.Read,
        Share = FileShare.ReadWrite | FileShare.Delete,
        Options = FileOptions.SequentialScan | FileOptions.Asynchronous,
        BufferSize = BufferSize,
    });

    /// <summary>
    /// Reads a file that was met in a folder. One without bytes is not opened: it may be a pipe or a device, which would keep the reader
    /// for ever.
    /// </summary>
    public static Stream OpenMet(string path) =>
        FileState.Of(path) is { Length: 0 } state && state != default ? Stream.Null : Open(path);

    /// <summary>Whether a name stands for bytes that are no UTF-8: no program that writes names as text can open such a file.</summary>
    public static bool IsUnspeakable(string path) => path.Contains('\uFFFD') && !Path.Exists(path);

    /// <summary>The files below a folder, in the order of their names; links to folders are not followed.</summary>
    public static IEnumerable<string> Below(string root, Action<string, string> problem)
    {
        var open = new Stack<string>([root]);
        while (open.TryPop(out var folder))
        {
            List<FileSystemInfo> entries;
            try
            {
                var all = new DirectoryInfo(folder).EnumerateFileSystemInfos("*", Here);
                entries = [.. all.OrderBy(entry => entry.Name, StringComparer.Ordinal)];
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                problem(folder, exception.Message);
                continue;
            }

            foreach (var file in entries.Where(entry => entry is FileInfo))
            {
                yield return Path.Combine(folder, file.Name);
            }

            foreach (var inner in entries.Where(entry => entry is DirectoryInfo && entry.LinkTarget is null).Reverse())
            {
                open.Push(Path.Combine(folder, inner.Name));
            }
        }
    }
}
