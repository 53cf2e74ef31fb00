using System.Runtime.InteropServices;

namespace Prober.Features.Watching;

/// <summary>The memory of native code, mainly OpenSSL, which allocates and frees some dozens of KB for each handshake.</summary>
internal static class NativeHeap
{
    private delegate int Trim(nuint pad);

    /// <summary>
    /// glibc keeps freed memory, in an arena for each thread; <c>malloc_trim(3)</c> returns it to the system. Does nothing if there is no
    /// such function.
    /// </summary>
    public static void GiveBack()
    {
        if (OperatingSystem.IsLinux() && NativeLibrary.TryGetExport(NativeLibrary.GetMainProgramHandle(), "malloc_trim", out var trim))
        {
            _ = Marshal.GetDelegateForFunctionPointer<Trim>(trim)(0);
        }
    }
}
