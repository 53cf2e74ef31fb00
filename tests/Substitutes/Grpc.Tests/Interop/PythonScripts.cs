namespace Grpc.Tests.Interop;

/// <summary>The peers' scripts, which lie beside the tests.</summary>
internal static class PythonScripts
{
    public static string Path(string name) => System.IO.Path.Combine(AppContext.BaseDirectory, "Interop", name);
}
