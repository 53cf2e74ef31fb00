namespace Journal.Log.Writing;

/// <summary>A file that one process can lock; the lock ends with the process, however it ends.</summary>
public static class ProcessLock
{
    /// <param name="file">The file; it stays, empty.</param>
    /// <param name="other">Says who holds the lock if it is taken: "another server writes this journal".</param>
    /// <exception cref="JournalRefusedException">It cannot be locked.</exception>
    public static FileStream Take(string file, string other)
    {
        try
        {
            return new(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 1);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new JournalRefusedException(
                $"{file} cannot be locked: {other}, or the folder is not writable. {exception.Message}", exception);
        }
    }
}
