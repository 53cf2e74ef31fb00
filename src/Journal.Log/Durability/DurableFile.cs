using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Journal.Log.Durability;

/// <summary>Files that survive a loss of power.</summary>
public static partial class DurableFile
{
    /// <summary>Only the owner of such a file can read it.</summary>
    public const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private const int ReadOnly = 0;
    private const int Interrupted = 4;

    /// <summary>Flushes the file's content, and the metadata needed to read it; not its times.</summary>
    /// <exception cref="IOException">The flush failed; it is unknown what is on the disk.</exception>
    public static void FlushData(SafeFileHandle file)
    {
        if (!OperatingSystem.IsLinux())
        {
            RandomAccess.FlushToDisk(file);
            return;
        }

        while (DataSync(file) != 0)
        {
            var error = Marshal.GetLastPInvokeError();
            if (error != Interrupted)
            {
                throw new IOException($"The flush failed: {Marshal.GetPInvokeErrorMessage(error)}.");
            }
        }
    }

    /// <summary>Flushes the names in a folder. Windows does this by itself.</summary>
    public static void FlushFolder(string folder)
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var descriptor = Open(folder, ReadOnly);
        if (descriptor < 0)
        {
            throw new IOException($"The folder {folder} does not open: {Marshal.GetLastPInvokeErrorMessage()}.");
        }

        using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        if (Sync(handle) != 0)
        {
            throw new IOException($"The folder {folder} could not be flushed: {Marshal.GetLastPInvokeErrorMessage()}.");
        }
    }

    /// <summary>Makes a folder, and missing ones above it, with their names on the disk.</summary>
    /// <exception cref="IOException">The folder cannot be made.</exception>
    public static void CreateFolder(string path) => CreateFolder(Path.GetFullPath(path), FlushFolder);

    /// <param name="path">An absolute one.</param>
    /// <param name="flush">Makes the names in a folder durable.</param>
    internal static void CreateFolder(string path, Action<string> flush)
    {
        if (!Directory.Exists(path) && Path.GetDirectoryName(path) is { } above)
        {
            CreateFolder(above, flush);
            Directory.CreateDirectory(path);
            flush(above);
        }
    }

    /// <summary>Replaces a file: after a crash either the old or the new one is there, complete.</summary>
    /// <param name="path">The file; its folder is made, durably, if it is missing.</param>
    /// <param name="content">The whole content.</param>
    /// <param name="secret">Whether only the owner may read it.</param>
    public static void Replace(string path, ReadOnlySpan<byte> content, bool secret = false)
    {
        Put(path, content, secret);
        FlushFolder(FolderOf(path));
    }

    /// <summary>The same for several files. Their folder is flushed only once.</summary>
    public static void Replace(IReadOnlyCollection<(string Path, byte[] Content)> files)
    {
        foreach (var (path, content) in files)
        {
            Put(path, content, secret: false);
        }

        foreach (var folder in files.Select(file => FolderOf(file.Path)).Distinct())
        {
            FlushFolder(folder);
        }
    }

    private static void Put(string path, ReadOnlySpan<byte> content, bool secret)
    {
        CreateFolder(FolderOf(path));
        var next = $"{path}.new";
        File.Delete(next);
        using (var file = new FileStream(next, Options(secret)))
        {
            file.Write(content);
            file.Flush(flushToDisk: true);
        }

        File.Move(next, path, overwrite: true);
    }

    private static string FolderOf(string path) => Path.GetDirectoryName(Path.GetFullPath(path))!;

    private static FileStreamOptions Options(bool secret)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 0 };
        if (secret && !OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = OwnerOnly;
        }

        return options;
    }

    [LibraryImport("libc", EntryPoint = "fdatasync", SetLastError = true)]
    private static partial int DataSync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Sync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);
}
