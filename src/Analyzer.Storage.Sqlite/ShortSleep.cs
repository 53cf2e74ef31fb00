using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// When two connections enter the log at the same moment, SQLite lets one of them wait for microseconds. A library built without HAVE_USLEEP
/// (sqlite.org/compile.html) waits for a whole second instead, and when that is the writer's, so does everybody who saves. So SQLite is given a
/// sleep of ours (sqlite.org/c3ref/vfs.html).
/// </summary>
internal static unsafe partial class ShortSleep
{
    /// <summary>For all connections of this process, those that are open included.</summary>
    public static void Install()
    {
        // Windows has a sleep of milliseconds, and SQLite uses it.
        if (!OperatingSystem.IsWindows() && Find(null) is var vfs && vfs is not null)
        {
            vfs->Sleep = &Sleep;
        }
    }

    /// <summary>The file system that SQLite uses when a connection names none.</summary>
    [LibraryImport("e_sqlite3", EntryPoint = "sqlite3_vfs_find")]
    private static partial Vfs* Find(byte* name);

    /// <returns>For how long it slept, in microseconds.</returns>
    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static int Sleep(Vfs* vfs, int microseconds)
    {
        // Who is to be waited for is between two instructions, and only needs a processor.
        if (microseconds < 1000)
        {
            Thread.Yield();
        }
        else
        {
            Thread.Sleep(microseconds / 1000);
        }

        return microseconds;
    }

    /// <summary>
    /// sqlite3_vfs up to the member that matters here:
    /// <code>
    /// | iVersion, szOsFile, mxPathname | pNext, zName, pAppData | xOpen, xDelete, xAccess, xFullPathname | xDlOpen, xDlError, xDlSym, xDlClose | xRandomness | xSleep
    /// </code>
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Vfs
    {
        private fixed int _numbers[3];
        private readonly nint _next, _name, _data, _open, _delete, _access, _fullPathname, _dlOpen, _dlError, _dlSym, _dlClose, _randomness;
        public delegate* unmanaged[Cdecl]<Vfs*, int, int> Sleep;
    }
}
