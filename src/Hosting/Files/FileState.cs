namespace Hosting.Files;

/// <summary>The properties that change when a file changes, or when a link points to another one.</summary>
/// <param name="Written">When it was last written, in UTC.</param>
/// <param name="Length">In bytes.</param>
public readonly record struct FileState(DateTime Written, long Length)
{
    /// <returns>The default for a file that does not exist or may not be read.</returns>
    public static FileState Of(string path)
    {
        try
        {
            // A link itself does not change when its target is exchanged.
            var file = new FileInfo(path);
            file = file.ResolveLinkTarget(returnFinalTarget: true) as FileInfo ?? file;
            return file.Exists ? new(file.LastWriteTimeUtc, file.Length) : default;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return default;
        }
    }
}
