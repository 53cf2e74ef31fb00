using System.Diagnostics;
using Analyzer.Core;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// Keeps a second process from writing to the same file. SQLite would let the two take turns, but by polling, and a save of one could be
/// kept out by the other's for seconds. Readers need no claim. The system gives it up with the process, however that ends.
/// </summary>
internal sealed class WriterClaim : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly FileStream _file;

    private WriterClaim(FileStream file) => _file = file;

    /// <param name="path">Of the database; the claim is the file <c>{path}.lock</c>, which stays behind empty.</param>
    /// <param name="patience">How long a process that is just ending is waited for.</param>
    /// <returns>Null where no such file can be made: then the database cannot be written either, and says why.</returns>
    /// <exception cref="StoreRefusedException">Another process writes to the database.</exception>
    public static WriterClaim? Take(string path, TimeSpan patience)
    {
        var start = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                // Exclusive between processes: flock on Unix, a sharing mode on Windows.
                return new(new FileStream(path + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
            }
            catch (Exception e) when (e is UnauthorizedAccessException or DirectoryNotFoundException)
            {
                return null;
            }
            catch (IOException e) when (Stopwatch.GetElapsedTime(start) >= patience)
            {
                throw new StoreRefusedException($"Another analyzer writes to {path}: stop it first, or name another folder.", e);
            }
            catch (IOException)
            {
                Thread.Sleep(Pause);
            }
        }
    }

    public void Dispose() => _file.Dispose();
}
