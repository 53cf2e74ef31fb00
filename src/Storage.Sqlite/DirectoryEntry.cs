using System.Runtime.InteropServices;

namespace Storage.Sqlite;

/// <summary>
/// Makes folders whose existence survives a power loss. Flushing a file does not flush its name: on Unix the name is part of the folder,
/// which needs an fsync of its own (fsync(2)). NTFS journals names by itself.
/// </summary>
public static partial class DirectoryEntry
{
    private const int ReadOnly = 0;

    /// <summary>Creates the folder and all folders that lead to it. Every name is durable when this returns.</summary>
    public static void Create(string folder)
    {
        if (Directory.Exists(folder))
        {
            return;
        }

        var parent = Path.GetDirectoryName(folder);
        if (parent is not null)
        {
            Create(parent);
        }

        Directory.CreateDirectory(folder);
        if (parent is not null)
        {
            Flush(parent);
        }
    }

    /// <summary>Makes the names in the folder durable. A file system that cannot do this is not an error.</summary>
    public static void Flush(string folder)
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var descriptor = Open(folder, ReadOnly);
        if (descriptor >= 0)
        {
            _ = FSync(descriptor);
            _ = Close(descriptor);
        }
    }

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync")]
    private static partial int FSync(int descriptor);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);
}
