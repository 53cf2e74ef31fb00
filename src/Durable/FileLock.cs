using System.Diagnostics;

namespace Durable;

/// <summary>
/// A file that one process at a time can lock; within a process, one holder. The lock ends with the process, however it ends. The file
/// stays, empty: deleted, two processes could hold two files of the same name.
/// </summary>
public sealed class FileLock : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly FileStream _file;

    private FileLock(FileStream file) => _file = file;

    /// <returns>Null when another one holds it.</returns>
    /// <exception cref="IOException">The file cannot be made: a read-only disk, no room, no folder.</exception>
    /// <exception cref="UnauthorizedAccessException">There is no right to.</exception>
    public static FileLock? TryTake(string path)
    {
        try
        {
            // Exclusive between processes: flock on Unix, a sharing mode on Windows.
            return new(new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 0));
        }
        catch (IOException exception) when (IsHeld(exception))
        {
            return null;
        }
    }

    /// <summary>Waits for another holder to finish.</summary>
    /// <exception cref="IOException">It did not finish in time, or the file cannot be made.</exception>
    public static async Task<FileLock> TakeAsync(string path, TimeSpan patience, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        while (true)
        {
            if (TryTake(path) is { } taken)
            {
                return taken;
            }

            if (Stopwatch.GetElapsedTime(start) >= patience)
            {
                throw new IOException($"Another process has held {path} for {patience.TotalSeconds:0} s. Wait for it, or end it.");
            }

            await Task.Delay(Pause, cancellationToken);
        }
    }

    public void Dispose() => _file.Dispose();

    /// <summary>ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION; EWOULDBLOCK of Linux, and that of macOS.</summary>
    private static bool IsHeld(IOException exception) =>
        OperatingSystem.IsWindows() ? (exception.HResult & 0xFFFF) is 32 or 33 : exception.HResult is 11 or 35;
}
