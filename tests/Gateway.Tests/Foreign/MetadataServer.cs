using System.Diagnostics;

namespace Gateway.Tests.Foreign;

/// <summary>A server over gRPC's C core that sends all metadata back.</summary>
internal sealed class MetadataServer : IAsyncDisposable
{
    private readonly Process _process;

    private MetadataServer(Process process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    public static async Task<MetadataServer> StartAsync()
    {
        var process = DebianPython.Start(Script("metadata_server.py"));
        var port = await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask().Within();
        return new(process, new Uri($"http://127.0.0.1:{port}"));
    }

    public static string Script(string name) => Path.Combine(SharedData.RepositoryRoot, "tests", "Gateway.Tests", "Foreign", name);

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync(CancellationToken.None).Within();
        _process.Dispose();
    }
}
