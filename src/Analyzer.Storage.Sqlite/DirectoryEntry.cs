using System.Runtime.InteropServices;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// Makes folders whose existence survives a power loss. A file's flush does not cover its name: on Unix that is data of the folder, and
/// the folder wants an fsync of its own (fsync(2)). NTFS journals names by itself.
/// </summary>
internal static partial class DirectoryEntry
{
    private const int ReadOnly = 0;

    /// <summary>Creates the folder with all that lead to it; each name is durable when this returns.</summary>
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

    /// <summary>Makes the names in the folder durable. A file system that has no such thing is no error.</summary>
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
