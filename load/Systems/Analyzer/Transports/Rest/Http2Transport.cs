using Load.Machine;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>REST over cleartext HTTP/2, through .NET's client: a few connections that the callers share evenly.</summary>
internal sealed class Http2Transport : ITransport
{
    private readonly Uri _service;
    private readonly HttpMessageInvoker[] _connections;

    public Http2Transport(Uri service, int connections)
    {
        _service = service;
        _connections = [.. Enumerable.Range(0, connections).Select(_ => new HttpMessageInvoker(HttpHandlers.New(Wire)))];
    }

    public WireCounter Wire { get; } = new();

    public ICaller NewCaller(int number) => new Http2Caller(_connections[number % _connections.Length], _service);

    public ValueTask DisposeAsync()
    {
        foreach (var connection in _connections)
        {
            connection.Dispose();
        }

        return ValueTask.CompletedTask;
    }
}
