using System.Runtime.InteropServices;

namespace Prober.Features.Watching;

/// <summary>The memory of native code: OpenSSL's above all, which takes and gives back some dozens of KB for each handshake.</summary>
internal static class NativeHeap
{
    private delegate int Trim(nuint pad);

    /// <summary>
    /// glibc keeps what was given back, in an arena for each thread that asked; <c>malloc_trim(3)</c> returns it to the system. Where there
    /// is no such function, nothing happens.
    /// </summary>
    public static void GiveBack()
    {
        if (OperatingSystem.IsLinux() && NativeLibrary.TryGetExport(NativeLibrary.GetMainProgramHandle(), "malloc_trim", out var trim))
        {
            _ = Marshal.GetDelegateForFunctionPointer<Trim>(trim)(0);
        }
    }
}
