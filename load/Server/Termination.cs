using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Load.Server;

/// <summary>Asks a process to end in its own time.</summary>
internal static partial class Termination
{
    private const int SigTerm = 15;

    /// <summary>SIGTERM; where there are no signals, the caller's wait is cut short by killing the process.</summary>
    public static void Ask(Process process)
    {
        if (OperatingSystem.IsWindows())
        {
            process.Kill(entireProcessTree: true);
        }
        else
        {
            _ = Signal(process.Id, SigTerm);
        }
    }

    /// <summary>kill(2).</summary>
    [LibraryImport("libc", EntryPoint = "kill")]
    [UnsupportedOSPlatform("windows")]
    private static partial int Signal(int process, int signal);
}
