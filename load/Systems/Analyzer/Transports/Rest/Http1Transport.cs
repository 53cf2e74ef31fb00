using System.Collections.Concurrent;
using Load.Machine;
using Load.Systems.Analyzer.Transports.Rest.Http1;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>
/// REST as people use it, over HTTP/1.1: a kept-alive connection for each caller. Callers come and go with the iterations and connections
/// stay, so that none is opened within a request that is timed but the first ones. Those of an iteration that had far more under way than
/// others go with it: a service takes so many connections, and the next rows would find none left.
/// </summary>
/// <param name="service">http or https.</param>
/// <param name="form">Whether files that are submitted go in a form; otherwise they are the body.</param>
/// <param name="perCall">Whether each call has a connection of its own, which is closed after it.</param>
/// <param name="key">Shown with each request; null for none.</param>
internal sealed class Http1Transport(Uri service, bool form, bool perCall = false, string? key = null) : ITransport
{
    /// <summary>No closed row has more callers.</summary>
    private const int MaxKept = 1024;

    /// <summary>The headers of each request: the name of the service, and the key on its own line.</summary>
    private readonly string _host = key is null ? service.Authority : $"{service.Authority}\r\nx-api-key: {key}";

    private readonly ConcurrentBag<Http1Connection> _idle = [];

    /// <summary>Counts the bytes of its connections, below TLS.</summary>
    public WireCounter Wire { get; init; } = new();

    WireCounter? ITransport.Wire => Wire;

    public TlsTrust Trust { get; init; } = TlsTrust.Machine;

    public ICaller NewCaller(int number)
    {
        var connection = _idle.TryTake(out var kept) ? kept : new Http1Connection(service, Wire, Trust);
        return new Http1Caller(connection, _host, form, perCall, Release);
    }

    private void Release(Http1Connection connection)
    {
        if (_idle.Count < MaxKept)
        {
            _idle.Add(connection);
        }
        else
        {
            connection.Dispose();
        }
    }

    public ValueTask DisposeAsync()
    {
        while (_idle.TryTake(out var connection))
        {
            connection.Dispose();
        }

        return ValueTask.CompletedTask;
    }
}
