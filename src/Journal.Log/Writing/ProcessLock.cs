namespace Journal.Log.Writing;

/// <summary>A file that one process has at a time: its end, in whatever way, gives it back.</summary>
public static class ProcessLock
{
    /// <param name="file">It stays behind empty.</param>
    /// <param name="other">Says who has it when it is taken: "another server writes this journal".</param>
    /// <exception cref="JournalRefusedException">It cannot be taken.</exception>
    public static FileStream Take(string file, string other)
    {
        try
        {
            return new(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 1);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new JournalRefusedException(
                $"{file} cannot be taken: {other}, or the folder is not writable. {exception.Message}", exception);
        }
    }
}
