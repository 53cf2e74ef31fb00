using System.Collections.Frozen;
using System.Net;
using System.Text;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Http;

/// <summary>One request: the first, or one for a redirect.</summary>
internal sealed record HttpRequest(
    Uri Url, string Method, IReadOnlyList<KeyValuePair<string, string>> Headers, ReadOnlyMemory<byte> Body)
{
    private static readonly string UserAgent = $"prober/{typeof(HttpRequest).Assembly.GetName().Version?.ToString(3)}";

    /// <summary>The headers of most targets, which share them.</summary>
    private static readonly KeyValuePair<string, string>[] Default = [new("User-Agent", UserAgent), new("Accept", "*/*")];

    private readonly string _firstHost = Url.Host;
    private IReadOnlySet<string> _secrets = FrozenSet<string>.Empty;

    /// <param name="url">Absolute, <c>http</c> or <c>https</c>, without credentials.</param>
    public static HttpRequest First(Uri url, HttpProbeSettings settings) =>
        new(url, settings.Method, Effective(settings), settings.Body) { _secrets = settings.SecretHeaders };

    /// <summary>Those of the target, without the name that only its own host has to have.</summary>
    public TlsRules Rules(HttpProbeSettings settings) =>
        settings.Tls.ServerName is null || Url.Host == _firstHost ? settings.Tls : settings.Tls with { ServerName = null };

    /// <summary>What earlier responses of this probe have set; null for nothing.</summary>
    public CookieContainer? Cookies { get; private init; }

    /// <summary>The cookies of a redirect go with the requests that follow it, as in a browser.</summary>
    /// <param name="cookies">The values of Set-Cookie.</param>
    public HttpRequest Keeping(IEnumerable<string> cookies)
    {
        var kept = Cookies;
        foreach (var cookie in cookies)
        {
            kept ??= new();
            try
            {
                kept.SetCookies(Url, cookie);
            }
            catch (CookieException)
            {
                // It is malformed, or for another site.
            }
        }

        return this with { Cookies = kept };
    }

    /// <summary>The value of Cookie that comes from earlier responses; empty for none.</summary>
    public string CookieText => Cookies?.GetCookieHeader(Url) ?? "";

    /// <summary>The request for a redirect.</summary>
    /// <returns>Null when the redirect leads to a forbidden address.</returns>
    public HttpRequest? Redirected(int status, string location)
    {
        if (!Uri.TryCreate(Url, location, out var target) || target.Scheme is not ("http" or "https") || target.Host.Length == 0)
        {
            return null;
        }

        var isSameOrigin = target.Scheme == Url.Scheme && target.Host == Url.Host && target.Port == Url.Port;
        var maySee = isSameOrigin || IsSameSite(target);
        IReadOnlyList<KeyValuePair<string, string>> headers = isSameOrigin ? Headers
            : [.. Headers.Where(header => !Is(header, "Host") && (maySee || !IsSecret(header)))];
        var keeps = status is 307 or 308 || (Method is "GET" or "HEAD" && status != 303);
        return keeps
            ? this with { Url = target, Headers = headers }
            : this with { Url = target, Method = Method == "HEAD" ? "HEAD" : "GET", Headers = headers, Body = default };
    }

    /// <summary>The request in HTTP/1.1. It asks the server to close the connection, so that no TIME_WAIT stays here.</summary>
    public byte[] ToBytes()
    {
        var text = new StringBuilder($"{Method} {Url.PathAndQuery} HTTP/1.1\r\n");
        if (!Headers.Any(header => Is(header, "Host")))
        {
            text.Append($"Host: {(Url.IsDefaultPort ? HostOf(Url) : $"{HostOf(Url)}:{Url.Port}")}\r\n");
        }

        foreach (var (name, value) in Headers)
        {
            text.Append($"{name}: {value}\r\n");
        }

        if (CookieText is { Length: > 0 } cookies)
        {
            text.Append($"Cookie: {cookies}\r\n");
        }

        if (HasBody)
        {
            text.Append($"Content-Length: {Body.Length}\r\n");
        }

        text.Append("Connection: close\r\n\r\n");
        return [.. Encoding.UTF8.GetBytes(text.ToString()), .. Body.Span];
    }

    public bool HasBody => Body.Length > 0 || Method is "POST" or "PUT" or "PATCH";

    private static IReadOnlyList<KeyValuePair<string, string>> Effective(HttpProbeSettings settings) =>
        settings.Headers.Count == 0 ? Default : Complete(settings);

    private static List<KeyValuePair<string, string>> Complete(HttpProbeSettings settings)
    {
        var headers = settings.Headers.Where(header => !Is(header, "Connection") && !Is(header, "Content-Length")).ToList();
        foreach (var (name, value) in new[] { ("Accept", "*/*"), ("User-Agent", UserAgent) })
        {
            if (!headers.Exists(header => Is(header, name)))
            {
                headers.Insert(0, new(name, value));
            }
        }

        return headers;
    }

    private static bool Is(KeyValuePair<string, string> header, string name) =>
        header.Key.Equals(name, StringComparison.OrdinalIgnoreCase);

    private static string HostOf(Uri url) => url.HostNameType == UriHostNameType.IPv6 ? url.Host : url.IdnHost;

    private bool IsSecret(KeyValuePair<string, string> header) =>
        Is(header, "Authorization") || Is(header, "Cookie") || _secrets.Contains(header.Key);

    /// <summary>
    /// Sites lead from http to https, and to a name below theirs, such as <c>www</c>, and want the same credentials there: over TLS, they
    /// go along, as in Go.
    /// </summary>
    private bool IsSameSite(Uri target) => target.Scheme == Uri.UriSchemeHttps && (target.Host == Url.Host
        || (Url.HostNameType == UriHostNameType.Dns && target.Host.EndsWith($".{Url.Host}", StringComparison.Ordinal)));
}
