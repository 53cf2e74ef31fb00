using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Durable;

/// <summary>A file of this machine.</summary>
internal sealed partial class LocalFile(FileStream stream) : IDiskFile
{
    private const int Interrupted = 4;
    private const int Invalid = 22;
    private const int ReadOnlyFileSystem = 30;
    private const int NotSupported = 95;

    private readonly SafeFileHandle _handle = stream.SafeFileHandle;

    public long Length => stream.CanSeek ? RandomAccess.GetLength(_handle) : 0;

    public int Read(Span<byte> buffer, long offset) => RandomAccess.Read(_handle, buffer, offset);

    public void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        if (stream.CanSeek)
        {
            RandomAccess.Write(_handle, bytes, offset);
        }
        else
        {
            stream.Write(bytes);
        }
    }

    public void SetLength(long length)
    {
        if (stream.CanSeek)
        {
            RandomAccess.SetLength(_handle, length);
        }
    }

    /// <summary>On Linux fdatasync, which leaves out the file's times; it ignores what the base library's flush ignores.</summary>
    public void Flush()
    {
        if (!OperatingSystem.IsLinux())
        {
            RandomAccess.FlushToDisk(_handle);
            return;
        }

        while (DataSync(_handle) != 0)
        {
            var error = Marshal.GetLastPInvokeError();
            if (error is Invalid or ReadOnlyFileSystem or NotSupported)
            {
                return; // a pipe, a terminal: nothing that could be flushed
            }

            if (error != Interrupted)
            {
                throw new IOException($"{stream.Name} could not be flushed: {Marshal.GetPInvokeErrorMessage(error)}.");
            }
        }
    }

    public void Dispose() => stream.Dispose();

    [LibraryImport("libc", EntryPoint = "fdatasync", SetLastError = true)]
    private static partial int DataSync(SafeFileHandle file);
}
