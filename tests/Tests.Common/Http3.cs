using System.Net.Quic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Tests.Common;

/// <summary>HTTP/3 needs msquic, which .NET brings on Windows only.</summary>
public static class Http3
{
    /// <summary>Skips the test where HTTP/3 cannot be served; in CI it fails.</summary>
    public static void SkipWhereAbsent()
    {
        if (!IsServed)
        {
            MissingPeer.Skip("msquic is not there: HTTP/3 cannot be served (it needs libmsquic and Debian's libnuma1).");
        }
    }

    private static bool IsServed =>
        (OperatingSystem.IsLinux() || OperatingSystem.IsWindows() || OperatingSystem.IsMacOS()) && QuicListener.IsSupported;

    // Loaded by path before the runtime asks for it by name: the loader then finds it loaded already.
#pragma warning disable CA2255 // For libraries of others; each test that serves HTTP/3 uses this assembly before its host starts.
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void LoadFromShared()
    {
        if (OperatingSystem.IsLinux())
        {
            NativeLibrary.TryLoad(SharedData.At("services", "libmsquic.so.2"), out _);
        }
    }
}
