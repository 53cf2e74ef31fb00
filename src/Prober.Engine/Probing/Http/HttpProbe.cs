using System.Buffers;
using System.Net.Security;
using System.Net.Sockets;
using Prober.Engine.Networking;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Http;

/// <summary>One fresh request of HTTP/1.1, with the redirects that it leads to.</summary>
public sealed class HttpProbe(HttpProbeSettings settings) : IProbe
{
    private readonly HttpRequest _first = HttpRequest.First(settings);
    private readonly byte[] _firstBytes = HttpRequest.First(settings).ToBytes();

    public HttpProbeSettings Settings => settings;

    public string Kind => "http";

    public string Endpoint => settings.Url.ToString();

    public string Destination { get; } = $"{settings.Url.IdnHost}:{settings.Url.Port}";

    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Redirects.FollowAsync(_first, settings, call, ExchangeAsync);

    /// <returns>The request that a redirect leads to; null when there is none.</returns>
    private async ValueTask<HttpRequest?> ExchangeAsync(HttpRequest request, ProbeCall call)
    {
        var url = request.Url;
        if (await Connector.ConnectAsync(url.IdnHost, url.Port, call) is not { } socket)
        {
            return null;
        }

        var isRead = false;
        try
        {
            await using var plain = new NetworkStream(socket, ownsSocket: false);
            if (url.Scheme == Uri.UriSchemeHttp)
            {
                (isRead, var next) = await AskAsync(plain, request, call);
                return next;
            }

            await using var secured =
                await TlsConnector.AuthenticateAsync(plain, url.IdnHost, settings.Tls, SslApplicationProtocol.Http11, call);
            if (secured is null)
            {
                return null;
            }

            (isRead, var following) = await AskAsync(secured, request, call);
            return following;
        }
        finally
        {
            call.Detach();
            Close(socket, isRead, call.Network.Closing);
        }
    }

    private void Close(Socket socket, bool isRead, PoliteClosing closing)
    {
        if (settings.ClosesPlainly)
        {
            socket.Dispose();
        }
        else if (isRead)
        {
            closing.Close(socket);
        }
        else
        {
            PoliteClosing.Abort(socket);
        }
    }

    private async ValueTask<(bool IsRead, HttpRequest? Next)> AskAsync(Stream stream, HttpRequest request, ProbeCall call)
    {
        var result = call.Result;
        var asked = call.Elapsed;
        await stream.WriteAsync(ReferenceEquals(request, _first) ? _firstBytes : request.ToBytes(), CancellationToken.None);

        using var reader = new HttpResponseReader(stream, result);
        if (!await reader.ReadFirstAsync())
        {
            return (false, null);
        }

        var first = call.Elapsed;
        result.Processing += first - asked;
        if (await reader.ReadHeadAsync() is not { } head)
        {
            return (false, null);
        }

        (result.Status, result.HttpVersion, result.LastModified) = (head.Status, head.Version, head.LastModified);
        var isRedirect = Redirects.IsOne(settings, head.Status, head.Location);
        var content = settings.NeedsContent && !isRedirect ? new ArrayBufferWriter<byte>() : null;
        if (!await reader.ReadBodyAsync(head, request.Method, content))
        {
            return (false, null);
        }

        result.Transferring += call.Elapsed - first;
        if (!isRedirect)
        {
            ContentCheck.Apply(settings, head.ContentEncoding, content?.WrittenMemory ?? default, result);
            return (true, null);
        }

        return (true, Redirects.Next(request, settings, head.Location!, result));
    }
}
