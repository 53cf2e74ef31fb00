using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Analyzer.Service.Tests.Transport;

internal static class MsQuic
{
    // Loaded by path before the runtime asks for it by name: the loader then finds it loaded already.
    [ModuleInitializer]
    internal static void LoadFromShared()
    {
        if (OperatingSystem.IsLinux())
        {
            NativeLibrary.TryLoad(SharedData.At("services", "libmsquic.so.2"), out _);
        }
    }
}
