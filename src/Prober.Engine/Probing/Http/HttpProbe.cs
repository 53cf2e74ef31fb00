using System.Net.Security;
using System.Net.Sockets;
using Prober.Engine.Networking;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Http;

/// <summary>One new HTTP/1.1 request, and those for its redirects.</summary>
public sealed class HttpProbe : IProbe
{
    private readonly HttpProbeSettings _settings;

    /// <summary>
    /// Kept as text: a parsed address takes four times as much memory, and thousands of them are idle; parsing takes less than a
    /// microsecond.
    /// </summary>
    private readonly string _address;

    /// <param name="url">Absolute, <c>http</c> or <c>https</c>, without credentials.</param>
    /// <param name="settings">Null for the default.</param>
    public HttpProbe(Uri url, HttpProbeSettings? settings = null)
    {
        var shown = url.ToString();
        (_settings, _address) = (settings ?? HttpProbeSettings.Default, url.AbsoluteUri);
        Endpoint = shown == _address ? _address : shown; // one text for both if they are equal
    }

    public HttpProbeSettings Settings => _settings;

    public Uri Url => new(_address);

    public string Kind => "http";

    public string Endpoint { get; }

    public string Destination
    {
        get
        {
            var url = Url;
            return $"{url.IdnHost}:{url.Port}";
        }
    }

    public Task<ProbeResult> ProbeAsync(ProbeCall call) =>
        Redirects.FollowAsync(HttpRequest.First(Url, _settings), _settings, call, ExchangeAsync);

    /// <returns>The request for a redirect; null when there is none.</returns>
    private async ValueTask<HttpRequest?> ExchangeAsync(HttpRequest request, ProbeCall call)
    {
        var url = request.Url;
        if (await Connector.ConnectAsync(url.IdnHost, url.Port, call) is not { } socket)
        {
            return null;
        }

        var rest = OutstandingRest.Unwanted;
        try
        {
            if (url.Scheme == Uri.UriSchemeHttp)
            {
                await using var bare = new NetworkStream(socket, ownsSocket: false);
                (rest, var next) = await AskAsync(bare, below: null, request, call);
                return next;
            }

            await using var plain = new EndingStream(socket);
            await using var secured =
                await TlsConnector.AuthenticateAsync(plain, url.IdnHost, request.Rules(_settings), SslApplicationProtocol.Http11, call);
            if (secured is null)
            {
                return null;
            }

            (rest, var following) = await AskAsync(secured, plain, request, call);
            return following;
        }
        finally
        {
            call.Detach();
            call.Network.Closing.Close(socket, rest, _settings.ClosesPlainly);
        }
    }

    /// <param name="below">What TLS reads from; null without TLS.</param>
    private async ValueTask<(OutstandingRest Left, HttpRequest? Next)> AskAsync(
        Stream stream, EndingStream? below, HttpRequest request, ProbeCall call)
    {
        var result = call.Result;
        var asked = call.Elapsed;
        call.Awaits = "the response";
        await stream.WriteAsync(request.ToBytes(), CancellationToken.None);

        using var reader = new HttpResponseReader(stream, below, result);
        if (!await reader.ReadFirstAsync())
        {
            return (OutstandingRest.Unwanted, null);
        }

        var first = call.Elapsed;
        result.Processing += first - asked;
        call.Awaits = "the rest of the response";
        if (await reader.ReadHeadAsync(_settings.HeaderRules.Count > 0) is not { } head)
        {
            return (OutstandingRest.Unwanted, null);
        }

        (result.Status, result.HttpVersion, result.LastModified) = (head.Status, head.Version, head.LastModified);
        result.IsSecure = below is not null;
        var isRedirect = Redirects.IsOne(_settings, result, head.Location);
        if (isRedirect || !_settings.NeedsContent)
        {
            // The status decides.
            var rest = reader.SkipBody(head, request.Method);
            result.Transferring += call.Elapsed - first;
            if (isRedirect)
            {
                return (rest, Redirects.Next(request, head.Location!, head.Cookies, result));
            }

            Check(default, isCut: false);
            return (rest, null);
        }

        using var content = new ResponseBody(_settings.MaxBody, call.Network.Bodies);
        if (!await reader.ReadBodyAsync(head, request.Method, content))
        {
            return (OutstandingRest.Unwanted, null);
        }

        result.Transferring += call.Elapsed - first;
        Check(content.Bytes, content.IsCut);
        return (content.IsCut ? OutstandingRest.Unwanted : OutstandingRest.Close, null);

        void Check(ReadOnlyMemory<byte> bytes, bool isCut) => ContentCheck.Apply(
            _settings, below is not null, head.ValuesOf, head.ContentEncoding, head.ContentType, bytes, isCut, result);
    }
}
