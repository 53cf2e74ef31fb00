using System.Diagnostics;

namespace Storage.Sqlite;

/// <summary>
/// Keeps a second process from writing to the same file. SQLite would let the two take turns by polling, and one's saves could keep the
/// other's out for seconds. Readers need no claim. When the process ends, in whatever way, the operating system releases the claim.
/// </summary>
internal sealed class WriterClaim : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly FileStream _file;

    private WriterClaim(FileStream file) => _file = file;

    /// <param name="path">The database. The claim is the file <c>{path}.lock</c>, which stays behind empty.</param>
    /// <param name="refused">Makes the exception for a database that another process writes to.</param>
    /// <param name="patience">How long to wait for a process that is just ending.</param>
    /// <returns>
    /// Null if the file cannot be made: a read-only disk, no room, no right. Then the database cannot be written either, and opening it
    /// says why.
    /// </returns>
    public static WriterClaim? Take(string path, Func<Exception, Exception> refused, TimeSpan patience)
    {
        var start = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                // Exclusive between processes: flock on Unix, a sharing mode on Windows.
                return new(new FileStream(path + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
            }
            catch (IOException exception) when (IsHeld(exception))
            {
                if (Stopwatch.GetElapsedTime(start) >= patience)
                {
                    throw refused(exception);
                }

#pragma warning disable RS0030 // The claim is taken while the service starts, before anything runs beside it.
                Thread.Sleep(Pause);
#pragma warning restore RS0030
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                return null;
            }
        }
    }

    public void Dispose() => _file.Dispose();

    /// <summary>ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION; EWOULDBLOCK of Linux, and that of macOS.</summary>
    private static bool IsHeld(IOException exception) =>
        OperatingSystem.IsWindows() ? (exception.HResult & 0xFFFF) is 32 or 33 : exception.HResult is 11 or 35;
}
