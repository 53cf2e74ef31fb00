using System.Collections.Concurrent;
using Load.Transports.Rest.Http1;

namespace Load.Transports.Rest;

/// <summary>
/// REST as people use it, over HTTP/1.1: a kept-alive connection for each caller. Callers come and go with the slots and connections stay, so that
/// none is opened within a request that is timed but the first ones.
/// </summary>
/// <param name="service">http or https.</param>
/// <param name="form">Whether files that are submitted go in a form; otherwise they are the body.</param>
internal sealed class Http1Transport(Uri service, bool form) : ITransport
{
    private readonly ConcurrentBag<Http1Connection> _idle = [];

    public WireCounter Wire { get; } = new();

    public ICaller NewCaller(int number)
    {
        var connection = _idle.TryTake(out var kept) ? kept : new Http1Connection(service, Wire);
        return new Http1Caller(connection, service.Authority, form, release: _idle.Add);
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
