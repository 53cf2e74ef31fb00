using Durable;

namespace Journal.Log.Writing;

/// <summary>A file that one process at a time can lock.</summary>
public static class ProcessLock
{
    /// <param name="file">The file; it stays, empty.</param>
    /// <param name="other">Says who holds the lock if it is taken: "another server writes this journal".</param>
    /// <exception cref="JournalRefusedException">It cannot be locked.</exception>
    public static FileLock Take(string file, string other)
    {
        try
        {
            return FileLock.TryTake(file) ?? throw new JournalRefusedException($"{file} is locked: {other}.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new JournalRefusedException($"{file} cannot be locked: {exception.Message}", exception);
        }
    }
}
