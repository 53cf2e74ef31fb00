using System.Diagnostics;

namespace Gateway.Tests.Foreign;

/// <summary>A server of another language: a script that prints its port, and serves until its standard input ends.</summary>
internal sealed class PythonServer : IAsyncDisposable
{
    private readonly Process _process;

    private PythonServer(Process process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    /// <param name="script">Beside the tests.</param>
    public static Task<PythonServer> StartAsync(string script) => StartAsync(DebianPython.Start(Script(script)));

    /// <param name="process">Started, with its three streams redirected.</param>
    public static async Task<PythonServer> StartAsync(Process process)
    {
        process.ErrorDataReceived += (_, _) => { }; // a full pipe would stop it
        process.BeginErrorReadLine();
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
