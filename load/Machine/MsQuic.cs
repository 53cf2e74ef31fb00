using System.Net.Quic;
using System.Runtime.InteropServices;

namespace Load.Machine;

/// <summary>HTTP/3 needs msquic, which .NET brings on Windows only: the machine's, or a copy that lies beside the repository.</summary>
internal static class MsQuic
{
    private const string SearchPath = "LD_LIBRARY_PATH";

    /// <summary>Whether this process, and those that it starts from now on, can speak HTTP/3.</summary>
    public static bool IsThere { get; } = Find();

    private static bool Find()
    {
        var copy = ProjectFolder.ServerLibrary("libmsquic.so.2");
        if (OperatingSystem.IsLinux() && File.Exists(copy))
        {
            // Loaded by path before the runtime asks for it by name; what is started finds it through its environment.
            NativeLibrary.TryLoad(copy, out _);
            var folder = Path.GetDirectoryName(copy);
            var path = Environment.GetEnvironmentVariable(SearchPath);
            Environment.SetEnvironmentVariable(SearchPath, string.IsNullOrEmpty(path) ? folder : $"{path}:{folder}");
        }

        // Quic is annotated for some platforms only; on others it reports that it is not supported.
#pragma warning disable CA1416
        return QuicConnection.IsSupported;
#pragma warning restore CA1416
    }
}
