namespace Durable;

/// <summary>
/// Changes of files that are complete and on the disk when the call returns. After a loss of power before that, the old file is there or
/// the new one, never a mixture, and never none.
/// </summary>
public static class DurableChanges
{
    /// <summary>Makes or replaces a file.</summary>
    /// <param name="disk">The disk.</param>
    /// <param name="path">The file; its folder is made, durably, if it is missing.</param>
    /// <param name="content">The whole content.</param>
    /// <param name="secret">Whether only the owner may read it.</param>
    /// <exception cref="IOException">It could not be replaced, or the flush of its folder failed: either file is there.</exception>
    /// <exception cref="UnauthorizedAccessException">There is no right to.</exception>
    public static void Replace(this IDisk disk, string path, byte[] content, bool secret = false)
    {
        disk.Put(path, [content], secret);
        disk.FlushFolder(FolderOf(path));
    }

    /// <summary>The same for a content in pieces, which need not be in memory at once.</summary>
    public static void Replace(this IDisk disk, string path, IEnumerable<byte[]> pieces)
    {
        disk.Put(path, pieces);
        disk.FlushFolder(FolderOf(path));
    }

    /// <summary>The same for several files, each of which is old or new. A folder is flushed once for all of its files.</summary>
    public static void Replace(this IDisk disk, IReadOnlyCollection<(string Path, byte[] Content)> files)
    {
        foreach (var (path, content) in files)
        {
            disk.Put(path, [content]);
        }

        foreach (var folder in files.Select(file => FolderOf(file.Path)).Distinct())
        {
            disk.FlushFolder(folder);
        }
    }

    /// <summary>Replaces a file by one with the same rights. If there is none, only the owner may read the new one.</summary>
    /// <returns>False when the file has another owner now.</returns>
    public static bool ReplaceWithSameRights(this IDisk disk, string path, byte[] content)
    {
        var same = true;
        disk.Put(path, [content], secret: true, draft => same = !File.Exists(path) || FileRights.Copy(path, draft));
        disk.FlushFolder(FolderOf(path));
        return same;
    }

    /// <summary>Deletes a file, if it is there.</summary>
    public static void Remove(this IDisk disk, string path)
    {
        disk.Delete(path);
        disk.FlushFolder(FolderOf(path));
    }

    /// <summary>Makes a folder, and the missing ones above it.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    public static void CreateFolders(this IDisk disk, string path)
    {
        path = Path.GetFullPath(path);
        if (!Directory.Exists(path) && Path.GetDirectoryName(path) is { } above)
        {
            disk.CreateFolders(above);
            disk.CreateFolder(path);
            disk.FlushFolder(above);
        }
    }

    internal static string FolderOf(string path) => Path.GetDirectoryName(Path.GetFullPath(path))!;

    /// <summary>Replaces the file, but leaves the flush of its folder to the caller.</summary>
    private static void Put(
        this IDisk disk, string path, IEnumerable<byte[]> pieces, bool secret = false, Action<string>? setRights = null)
    {
        disk.CreateFolders(FolderOf(path));
        var draft = $"{path}.new";
        disk.Delete(draft); // a crash has left it
        try
        {
            using (var file = disk.Open(draft, FileMode.CreateNew, secret))
            {
                setRights?.Invoke(draft);
                var length = 0L;
                foreach (var piece in pieces)
                {
                    file.Write(piece, length);
                    length += piece.Length;
                }

                file.Flush();
            }

            disk.Move(draft, path);
        }
        catch
        {
            TryDelete(disk, draft);
            throw;
        }
    }

    /// <summary>It may fill a disk that is full.</summary>
    private static void TryDelete(IDisk disk, string draft)
    {
        try
        {
            disk.Delete(draft);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Then the next replacement deletes it.
        }
    }
}
