using System.Net;

namespace Prober.Features.Configuration;

/// <summary>
/// The proxy that <c>HTTP_PROXY</c>, <c>HTTPS_PROXY</c> and <c>NO_PROXY</c> name, in Go's reading of them, and so EaseProbe's.
/// </summary>
/// <param name="variable">The value of a variable; null when there is none.</param>
internal sealed class EnvironmentProxy(Func<string, string?> variable)
{
    private readonly Uri? _http = Parse(variable("HTTP_PROXY") ?? variable("http_proxy"));
    private readonly Uri? _https = Parse(variable("HTTPS_PROXY") ?? variable("https_proxy"));
    private readonly string[] _exceptions = (variable("NO_PROXY") ?? variable("no_proxy") ?? "")
        .Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private readonly bool _takesHere;

    /// <summary>One proxy for all but the exceptions, which are as in <c>NO_PROXY</c>; null for none: not even this machine.</summary>
    public EnvironmentProxy(Uri proxy, string? exceptions)
        : this(name => name == "NO_PROXY" ? exceptions : name.StartsWith("HTTP", StringComparison.Ordinal) ? proxy.OriginalString : null) =>
        _takesHere = exceptions is null;

    /// <summary>The proxy of SOCKS 5 for connections that are not HTTP; null for none.</summary>
    public Uri? All { get; } = Parse(variable("ALL_PROXY") ?? variable("all_proxy")) is { Scheme: "socks5" } all ? all : null;

    /// <returns>Null for no proxy.</returns>
    public Uri? Of(Uri url)
    {
        var proxy = url.Scheme == Uri.UriSchemeHttps ? _https : _http;
        return proxy is null || (!_takesHere && IsHere(url.IdnHost)) || _exceptions.Any(exception => IsOf(exception, url)) ? null : proxy;
    }

    private static bool IsHere(string host) =>
        host == "localhost" || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));

    private static bool IsOf(string exception, Uri url)
    {
        var host = url.IdnHost.ToLowerInvariant();
        if (exception == "*")
        {
            return true;
        }

        if (IPAddress.TryParse(host, out var address) && IPNetwork.TryParse(exception, out var network))
        {
            return network.Contains(address);
        }

        var name = exception.ToLowerInvariant();
        if (name.LastIndexOf(':') is > 0 and var colon && int.TryParse(name[(colon + 1)..], out var port) && name.IndexOf(':') == colon)
        {
            if (port != url.Port)
            {
                return false;
            }

            name = name[..colon];
        }

        name = name.StartsWith("*.", StringComparison.Ordinal) ? name[1..] : name;
        return name.StartsWith('.') ? host.EndsWith(name, StringComparison.Ordinal)
            : host == name || host.EndsWith($".{name}", StringComparison.Ordinal);
    }

    private static Uri? Parse(string? text) => string.IsNullOrEmpty(text) ? null
        : Uri.TryCreate(text.Contains("://") ? text : $"http://{text}", UriKind.Absolute, out var proxy)
            && proxy.Scheme is ("http" or "socks5") ? proxy
        : null;
}
