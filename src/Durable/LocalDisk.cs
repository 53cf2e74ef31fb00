namespace Durable;

/// <summary>The file system of this machine.</summary>
public sealed class LocalDisk : IDisk
{
    private const int MoveAttempts = 100;

    private static readonly TimeSpan MovePause = TimeSpan.FromMilliseconds(10);

    private LocalDisk()
    {
    }

    public static IDisk Instance { get; } = new LocalDisk();

    public IDiskFile Open(string path, FileMode mode, bool secret = false) =>
        new LocalFile(secret ? FileRights.OpenForOwner(path, mode) : new FileStream(path, FileRights.Options(mode)));

    public void Move(string from, string to) => Change(from, () => File.Move(from, to, overwrite: true));

    public void Delete(string path) => Change(path, () => File.Delete(path));

    public void CreateFolder(string path) => Directory.CreateDirectory(path);

    public void FlushFolder(string path) => FolderFlush.Run(path);

    private static void Change(string path, Action change)
    {
        if (OperatingSystem.IsWindows())
        {
            WhenReadersLetGo(change, () => File.Exists(path));
        }
        else
        {
            change();
        }
    }

    /// <summary>
    /// Windows replaces no file that somebody reads at this moment, though the reader allows it, and deletes none that a scanner of viruses
    /// looks at. Readers are quick.
    /// </summary>
    /// <param name="change">Is refused while somebody reads.</param>
    /// <param name="isThere">Whether there still is something to move or delete.</param>
    internal static void WhenReadersLetGo(Action change, Func<bool> isThere)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                change();
                return;
            }
            catch (Exception exception) when (attempt < MoveAttempts && exception is IOException or UnauthorizedAccessException
                && isThere())
            {
#pragma warning disable RS0030 // A replacement is not asynchronous anywhere else, and waits for a disk anyway.
                Thread.Sleep(MovePause);
#pragma warning restore RS0030
            }
        }
    }
}
