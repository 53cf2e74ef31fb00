using System.Diagnostics;
using Durable;

namespace Storage.Sqlite;

/// <summary>
/// Keeps a second process from writing to the same file. SQLite would let the two take turns by polling, and one's saves could keep the
/// other's out for seconds. Readers need no claim.
/// </summary>
internal static class WriterClaim
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    /// <param name="path">The database. The claim is the lock of the file <c>{path}.lock</c>.</param>
    /// <param name="refused">Makes the exception for a database that another process writes to.</param>
    /// <param name="patience">How long to wait for a process that is just ending.</param>
    /// <returns>
    /// Null if the file cannot be made: a read-only disk, no room, no right. Then the database cannot be written either, and opening it
    /// says why.
    /// </returns>
    public static FileLock? Take(string path, Func<Exception> refused, TimeSpan patience)
    {
        var start = Stopwatch.GetTimestamp();
        FileLock? taken;
        while (!TryTake($"{path}.lock", out taken))
        {
            if (Stopwatch.GetElapsedTime(start) >= patience)
            {
                throw refused();
            }

#pragma warning disable RS0030 // The claim is taken while the service starts, before anything runs beside it.
            Thread.Sleep(Pause);
#pragma warning restore RS0030
        }

        return taken;
    }

    /// <returns>False while another process holds the file.</returns>
    private static bool TryTake(string file, out FileLock? taken)
    {
        try
        {
            taken = FileLock.TryTake(file);
            return taken is not null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            taken = null;
            return true;
        }
    }
}
