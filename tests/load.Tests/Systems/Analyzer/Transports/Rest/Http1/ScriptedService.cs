using System.Net;
using System.Net.Sockets;

namespace Load.Tests.Systems.Analyzer.Transports.Rest.Http1;

/// <summary>A service that does byte for byte what a test has it do.</summary>
internal sealed class ScriptedService : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public ScriptedService() => _listener.Start();

    public Uri Address => new($"http://{_listener.LocalEndpoint}");

    /// <summary>Whether somebody knocks.</summary>
    public bool IsAskedForAnother => _listener.Pending();

    public async Task<ScriptedConnection> AcceptAsync() =>
        new(await _listener.AcceptSocketAsync(TestContext.Current.CancellationToken).AsTask().Within());

    public void Dispose() => _listener.Dispose();
}
