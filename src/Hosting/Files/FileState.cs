namespace Hosting.Files;

/// <summary>What changes when a file does, or when a link leads to another one.</summary>
/// <param name="Written">When it was written last, in UTC.</param>
/// <param name="Length">In bytes.</param>
public readonly record struct FileState(DateTime Written, long Length)
{
    /// <returns>The default for a file that is not there, or that nobody may ask about.</returns>
    public static FileState Of(string path)
    {
        try
        {
            // A link stays as it is when what it leads to is exchanged.
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
