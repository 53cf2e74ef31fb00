using System.Diagnostics;
using System.Globalization;
using Grpc.Net.Client;

namespace Grpc.Tests.Interop;

/// <summary><c>server.py</c>, and our client to it.</summary>
internal sealed class PythonServer : IAsyncDisposable
{
    private readonly Process _process;

    private PythonServer(Process process, int port)
    {
        _process = process;
        Channel = GrpcChannel.ForAddress($"http://127.0.0.1:{port}");
        Client = new Kinds.KindsClient(Channel);
    }

    public GrpcChannel Channel { get; }

    public Kinds.KindsClient Client { get; }

    public static async Task<PythonServer> StartAsync(CancellationToken cancellationToken)
    {
        DebianPython.SkipUnlessPresent();
        var process = DebianPython.Start(PythonScripts.Path("server.py"));
        var port = await process.StandardOutput.ReadLineAsync(cancellationToken);
        return int.TryParse(port, CultureInfo.InvariantCulture, out var number)
            ? new PythonServer(process, number)
            : throw new InvalidOperationException(await process.StandardError.ReadToEndAsync(cancellationToken));
    }

    /// <summary>Ends it like a crash does.</summary>
    public void Kill() => _process.Kill(entireProcessTree: true);

    public async ValueTask DisposeAsync()
    {
        Channel.Dispose();
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}

/// <summary>The peers' scripts, which lie beside the tests.</summary>
internal static class PythonScripts
{
    public static string Path(string name) => System.IO.Path.Combine(AppContext.BaseDirectory, "Interop", name);
}
