using System.Net;
using Load.Machine;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>REST over HTTP/2 or HTTP/3, through .NET's client: a few connections that the callers share evenly.</summary>
internal sealed class HttpTransport : ITransport
{
    private readonly Uri _service;
    private readonly Version _version;
    private readonly WireCounter _wire;
    private readonly HttpMessageInvoker[] _connections;

    /// <param name="service">http or https.</param>
    /// <param name="version">2 or 3.</param>
    /// <param name="connections">The number of connections that the callers share.</param>
    /// <param name="to">What clients show and trust.</param>
    /// <param name="wire">Counts the bytes of connections over TCP.</param>
    public HttpTransport(Uri service, Version version, int connections, AnalyzerAddresses to, WireCounter wire)
    {
        (_service, _version, _wire) = (HttpHandlers.Named(service, version, to.Trust), version, wire);
        _connections =
        [
            .. Enumerable.Range(0, connections)
                .Select(_ => new HttpMessageInvoker(KeyHandler.Before(HttpHandlers.New(wire, service, to.Trust), to.Key))),
        ];
    }

    public WireCounter? Wire => _version < HttpVersion.Version30 ? _wire : null;

    public ICaller NewCaller(int number) => new HttpCaller(_connections[number % _connections.Length], _service, _version);

    public ValueTask DisposeAsync()
    {
        foreach (var connection in _connections)
        {
            connection.Dispose();
        }

        return ValueTask.CompletedTask;
    }
}
