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
    /// <returns>Null if the file cannot be made. Then the database cannot be written either, and opening it says why.</returns>
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
            catch (Exception exception) when (exception is UnauthorizedAccessException or DirectoryNotFoundException)
            {
                return null;
            }
            catch (IOException exception) when (Stopwatch.GetElapsedTime(start) >= patience)
            {
                throw refused(exception);
            }
            catch (IOException)
            {
#pragma warning disable RS0030 // The claim is taken while the service starts, before anything runs beside it.
                Thread.Sleep(Pause);
#pragma warning restore RS0030
            }
        }
    }

    public void Dispose() => _file.Dispose();
}
