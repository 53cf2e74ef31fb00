using System.Net;

namespace Load.Transports.Rest;

/// <summary>REST: a kept-alive connection per caller over HTTP/1.1, or a few shared ones over cleartext HTTP/2.</summary>
internal sealed class RestTransport : ITransport
{
    private readonly HttpMessageInvoker[] _connections;
    private readonly Uri _address;
    private readonly Version _version;
    private readonly bool _form;

    /// <param name="address">Of the endpoint that speaks <paramref name="version"/>.</param>
    /// <param name="version">1.1 or 2.0.</param>
    /// <param name="connections">Over which callers are spread with HTTP/2; with HTTP/1.1 every caller has its own anyway.</param>
    /// <param name="form">Files that are submitted go in a form, not as the raw body.</param>
    public RestTransport(Uri address, Version version, int connections, bool form = false)
    {
        _address = address;
        _version = version;
        _form = form;
        _connections = [.. Enumerable.Range(0, version == HttpVersion.Version11 ? 1 : connections).Select(_ => new HttpMessageInvoker(Handler.New(Wire)))];
    }

    public WireCounter Wire { get; } = new();

    public ICaller NewCaller(int number) => new RestCaller(_connections[number % _connections.Length], _address, _version, _form, Wire);

    public ValueTask DisposeAsync()
    {
        foreach (var connection in _connections)
        {
            connection.Dispose();
        }

        return ValueTask.CompletedTask;
    }
}
