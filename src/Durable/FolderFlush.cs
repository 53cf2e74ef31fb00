using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Durable;

/// <summary>
/// Flushing a file does not flush its name: on Unix names are content of the folder, which needs an fsync of its own (fsync(2)). NTFS
/// keeps a journal of names by itself.
/// </summary>
internal static partial class FolderFlush
{
    private const int ReadOnly = 0;

    /// <exception cref="IOException">It failed. A file system that has no such flush is no failure.</exception>
    public static void Run(string folder)
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var descriptor = Open(folder, ReadOnly);
        if (descriptor < 0)
        {
            throw new IOException(
                $"The folder {folder} does not open: {Marshal.GetLastPInvokeErrorMessage()}. A file's name is on the disk only when its "
                + "folder is flushed, and that takes the right to read it.");
        }

        using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        try
        {
            RandomAccess.FlushToDisk(handle);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new IOException($"The folder {folder} could not be flushed: {exception.Message}", exception);
        }
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);
}
