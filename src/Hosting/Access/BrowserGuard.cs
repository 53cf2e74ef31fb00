using System.Net;
using Hosting.Errors;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Access;

/// <summary>
/// A page of another site, open in the browser of the person who runs the host, can reach the host on loopback as that person does. It must
/// not read anything under another name for this address (DNS rebinding), nor make the browser store anything.
/// </summary>
internal sealed class BrowserGuard
{
    private const string FetchSite = "Sec-Fetch-Site";

    private readonly HashSet<string> _allowed;
    private readonly bool _isLoopback;
    private readonly Error _misdirected;

    private readonly KnownOrigins? _origins;

    public BrowserGuard(
        HostDescription host, IOptions<HostSettings> settings, IOptions<AccessOptions> access, KnownOrigins? origins = null)
    {
        _origins = origins;
        _allowed = new(AccessOptions.List(access.Value.AllowedHosts), StringComparer.OrdinalIgnoreCase);
        _isLoopback = AccessOptions.IsLoopback(settings.Value);
        _misdirected = new(
            AccessErrors.Misdirected,
            $"The Host header does not name this host. Ask for {(_isLoopback ? "localhost" : "one of its names")}, or add the name to "
                + $"{host.Key(nameof(AccessOptions.AllowedHosts))}.");
    }

    private static Error CrossSite { get; } = new(
        AccessErrors.CrossSite, "A browser sent this for a page of another site. Nothing was stored. Use the page of this host itself.");

    /// <returns>Null when the request may go on.</returns>
    public Error? Check(HttpRequest request) =>
        (_isLoopback || _allowed.Count > 0) && !IsOurs(request.Host.Host) ? _misdirected
        : IsUnsafe(request.Method) && IsCrossSite(request) && !IsKnown(request) ? CrossSite
        : null;

    private static bool IsUnsafe(string method) =>
        !HttpMethods.IsGet(method) && !HttpMethods.IsHead(method) && !HttpMethods.IsOptions(method) && !HttpMethods.IsTrace(method);

    /// <summary>
    /// The browser's own header on the origin of the request decides, because no page can forge it; behind a proxy that ends TLS, the
    /// page's origin has another scheme than the request. Older browsers send only the origin.
    /// </summary>
    private static bool IsCrossSite(HttpRequest request)
    {
        var headers = request.Headers;
        var site = headers[FetchSite];
        if (site.Count > 0)
        {
            return site != "same-origin" && site != "none";
        }

        var origin = headers.Origin;
        return origin.Count > 0
            && !string.Equals(origin, $"{request.Scheme}://{request.Host.Value}", StringComparison.OrdinalIgnoreCase);
    }

    private bool IsKnown(HttpRequest request) => request.Headers.Origin is [{ } origin] && _origins?.Has(origin) == true;

    private bool IsOurs(string name)
    {
        if (_isLoopback && IsLoopbackName(name))
        {
            return true;
        }

        return _allowed.Contains(name);
    }

    private static bool IsLoopbackName(string name) =>
        name.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(name, out var address) && IPAddress.IsLoopback(address));
}
