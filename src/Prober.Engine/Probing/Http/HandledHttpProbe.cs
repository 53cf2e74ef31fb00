using System.Net;
using System.Net.Http.Headers;
using System.Net.Security;
using System.Net.Sockets;
using Prober.Engine.Limits;
using Prober.Engine.Networking;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Http;

/// <summary>
/// The same request as <see cref="HttpProbe"/>, over HTTP/2 or through a proxy, with .NET's HttpClient. Each request has its own
/// connection.
/// </summary>
/// <param name="url">Absolute, <c>http</c> or <c>https</c>, without credentials.</param>
public sealed class HandledHttpProbe(Uri url, HttpProbeSettings settings) : IProbe
{
    private static readonly int MaxHeadKilobytes = HttpResponseReader.MaxHead / 1024;

    private readonly HttpRequest _first = HttpRequest.First(url, settings);

    public string Kind => "http";

    public string Endpoint { get; } = url.ToString();

    public string Destination { get; } = settings.Proxy is { } proxy
        ? $"{proxy.IdnHost}:{proxy.Port}"
        : $"{url.IdnHost}:{url.Port}";

    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Redirects.FollowAsync(_first, settings, call, ExchangeAsync);

    private async ValueTask<HttpRequest?> ExchangeAsync(HttpRequest request, ProbeCall call)
    {
        var isSecure = request.Url.Scheme == Uri.UriSchemeHttps;
        var (host, port) = (request.Url.IdnHost, request.Url.Port);
        var connecting = settings.Proxy switch
        {
            null => Connector.ConnectAsync(host, port, call),
            { Scheme: "socks5" } proxy => Socks5.ConnectAsync(proxy, host, port, call),
            { } proxy when isSecure => HttpConnect.ConnectAsync(proxy, host, port, call, settings.ConnectHeaders),
            { } proxy => ProxyFaults.ConnectAsync(proxy, call),
        };
        if (await connecting is not { } socket)
        {
            return null;
        }

        var rest = OutstandingRest.Unwanted;
        try
        {
            HttpRequest? next;
            await using var plain = new NetworkStream(socket, ownsSocket: false);
            if (!isSecure)
            {
                if (AsksTheProxy(request))
                {
                    call.Ask(settings.Proxy!);
                }

                (rest, next) = await AskAsync(plain, request, call);
                return next;
            }

            var protocol = settings.OverHttp2 ? SslApplicationProtocol.Http2 : SslApplicationProtocol.Http11;
            await using var secured = await TlsConnector.AuthenticateAsync(
                plain, request.Url.IdnHost, request.Rules(settings), protocol, call);
            if (secured is null)
            {
                return null;
            }

            (rest, next) = await AskAsync(secured, request, call);
            return next;
        }
        catch (HttpRequestException exception)
        {
            Classify(exception, call);
            return null;
        }
        finally
        {
            call.Detach();
            call.Network.Closing.Close(socket, rest, settings.ClosesPlainly);
        }
    }

    /// <returns>The request for a redirect; null when there is none.</returns>
    private async Task<(OutstandingRest Left, HttpRequest? Next)> AskAsync(
        Stream? stream, HttpRequest request, ProbeCall call)
    {
        var result = call.Result;
        var proxy = AsksTheProxy(request) ? settings.Proxy : null;
        using var handler = new SocketsHttpHandler
        {
            UseCookies = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            MaxResponseHeadersLength = MaxHeadKilobytes,
            UseProxy = proxy is not null,
            Proxy = proxy is null ? null : new WebProxy(proxy) { Credentials = CredentialsOf(proxy) },
            ConnectCallback = async (_, _) => Interlocked.Exchange(ref stream, null) ?? await ConnectAgainAsync(call),
        };
        using var client = new HttpMessageInvoker(handler);
        using var message = Message(request);
        var asked = call.Elapsed;
        call.Awaits = proxy is null ? "the response" : call.Awaits;
        using var response = await client.SendAsync(message, call.Token);
        var first = call.Elapsed;
        call.HearProxy();
        call.Awaits = "the rest of the response";
        result.Processing += first - asked;
        (result.Status, result.HttpVersion) = ((int)response.StatusCode, response.Version);
        result.IsSecure = request.Url.Scheme == Uri.UriSchemeHttps;
        result.LastModified = response.Content.Headers.LastModified?.ToUnixTimeSeconds() ?? -1;
        var location = response.Headers.Location?.OriginalString;
        var headers = response.Content.Headers;
        var unread = settings.OverHttp2 ? OutstandingRest.Unwanted : OutstandingRest.Body; // in HTTP/2 the server does not close
        result.ContentLength = headers.ContentLength ?? -1;
        if (Redirects.IsOne(settings, result, location))
        {
            var cookies = response.Headers.NonValidated.TryGetValues("Set-Cookie", out var values) ? values : default;
            return (unread, Redirects.Next(request, location!, cookies, result));
        }

        if (proxy is not null && response.StatusCode == HttpStatusCode.ProxyAuthenticationRequired)
        {
            result.Fail(FailureClass.Proxy, "The proxy refused the prober: 407.");
            return (OutstandingRest.Close, null);
        }

        using var content = new ResponseBody(settings.MaxBody, call.Network.Bodies);
        if (settings.NeedsContent)
        {
            await ReadAsync(await response.Content.ReadAsStreamAsync(call.Token), content, call.Token);
            result.Transferring += call.Elapsed - first;
            if (content.HasNoRoom)
            {
                result.Fail(FailureClass.Limit, "The bodies of other probes take all the room.");
                return (OutstandingRest.Unwanted, null);
            }

            result.ContentLength = content.IsCut ? result.ContentLength : content.Bytes.Length;
        }

        var type = headers.NonValidated.TryGetValues("Content-Type", out var types) ? types.ToString() : null;
        ContentCheck.Apply(
            settings, result.IsSecure, name => ValuesOf(response, name),
            headers.ContentEncoding.LastOrDefault()?.ToLowerInvariant(), type, content.Bytes, content.IsCut, result);
        return (content.IsCut ? OutstandingRest.Unwanted : settings.NeedsContent ? OutstandingRest.Close : unread, null);
    }

    /// <summary>A proxy that requires authentication closes the first connection.</summary>
    private async ValueTask<Stream> ConnectAgainAsync(ProbeCall call)
    {
        var socket = settings.Proxy is { Scheme: "http" } proxy ? await ProxyFaults.ConnectAsync(proxy, call) : null;
        return socket is null ? throw new IOException("The connection was lost.") : new NetworkStream(socket, ownsSocket: true);
    }

    private HttpRequestMessage Message(HttpRequest request)
    {
        var message = new HttpRequestMessage(new(request.Method), request.Url)
        {
            Version = settings.OverHttp2 ? HttpVersion.Version20 : HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = request.HasBody ? new ReadOnlyMemoryContent(request.Body) : null,
        };
        foreach (var (name, value) in request.Headers)
        {
            if (!message.Headers.TryAddWithoutValidation(name, value))
            {
                HttpContentHeaders? headers = message.Content?.Headers;
                headers?.TryAddWithoutValidation(name, value);
            }
        }

        if (request.CookieText is { Length: > 0 } cookies)
        {
            message.Headers.TryAddWithoutValidation("Cookie", cookies);
        }

        if (!settings.OverHttp2)
        {
            message.Headers.ConnectionClose = true;
        }

        return message;
    }

    private static string[] ValuesOf(HttpResponseMessage response, string name) =>
        response.Headers.NonValidated.TryGetValues(name, out var values) ? [.. values]
        : response.Content.Headers.NonValidated.TryGetValues(name, out values) ? [.. values]
        : [];

    private static async Task ReadAsync(Stream stream, ResponseBody content, CancellationToken cancellationToken)
    {
        var buffer = new byte[8192];
        while (await stream.ReadAsync(buffer, cancellationToken) is > 0 and var read && content.Add(buffer.AsSpan(0, read)))
        {
        }
    }

    private static NetworkCredential? CredentialsOf(Uri proxy) => proxy.UserInfo.Split(':', 2) is [var user, var password]
        ? new(Uri.UnescapeDataString(user), Uri.UnescapeDataString(password))
        : null;

    /// <summary>Whether the proxy itself gets the request, instead of a connection to the target.</summary>
    private bool AsksTheProxy(HttpRequest request) =>
        settings.Proxy is { Scheme: "http" } && request.Url.Scheme == Uri.UriSchemeHttp;

    private static void Classify(HttpRequestException exception, ProbeCall call) => _ = exception switch
    {
        _ when OwnLimits.UsedUp(exception) is { } usedUp => call.Result.Fail(FailureClass.Limit, usedUp),
        { HttpRequestError: HttpRequestError.ConfigurationLimitExceeded } =>
            call.Result.Fail(FailureClass.TooLarge, $"The head of the response is larger than {HttpResponseReader.MaxHead} bytes."),
        _ when call is { IsOver: false, Proxy: { } proxy } =>
            call.Result.Fail(FailureClass.Proxy, $"The proxy {proxy.Host}:{proxy.Port} does not answer as HTTP does, or hung up."),
        { HttpRequestError: HttpRequestError.ResponseEnded } or { InnerException: IOException or SocketException } =>
            call.Result.Fail(FailureClass.Reset, "The connection was lost."),
        _ => call.Result.Fail(FailureClass.Protocol, "The response does not use the requested HTTP version."),
    };
}
