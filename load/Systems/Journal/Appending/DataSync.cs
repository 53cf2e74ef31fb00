using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Load.Systems.Journal.Appending;

/// <summary>The flush that the journal's own frames wait for: <c>fdatasync</c> where the system has it.</summary>
internal static partial class DataSync
{
    private const int Interrupted = 4;

    /// <exception cref="IOException">The system could not.</exception>
    public static void Flush(SafeFileHandle file)
    {
        if (!OperatingSystem.IsLinux())
        {
            RandomAccess.FlushToDisk(file);
            return;
        }

        while (Sync(file) != 0)
        {
            var error = Marshal.GetLastPInvokeError();
            if (error != Interrupted)
            {
                throw new IOException(Marshal.GetPInvokeErrorMessage(error));
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "fdatasync", SetLastError = true)]
    private static partial int Sync(SafeFileHandle file);
}
