using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;
using Prober.Engine.Probing.Tcp;

namespace Prober.Features.Settings;

/// <summary>A probe as one URL says it.</summary>
internal static class TargetUrl
{
    public const string Schemes = "http, https or tcp";

    /// <returns>Null when it is no such URL.</returns>
    public static IProbe? Parse(string text) =>
        !Uri.TryCreate(text, UriKind.Absolute, out var url) || !HasHost(url) ? null : url.Scheme switch
        {
            "http" or "https" => Http(url),
            "tcp" when url.Port > 0 => new TcpProbe(url.IdnHost, url.Port),
            _ => null,
        };

    /// <summary>Whether there is a host, and DNS has a form for its name: a URL may have names for which it has none.</summary>
    public static bool HasHost(Uri url)
    {
        try
        {
            return url.IdnHost.Length > 0;
        }
        catch (UriFormatException)
        {
            return false;
        }
    }

    private static HttpProbe Http(Uri url)
    {
        if (url.UserInfo.Length == 0)
        {
            return new(url);
        }

        // Credentials go into a header, so that no name, log or page has them.
        var credentials = Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(url.UserInfo)));
        var bare = new UriBuilder(url) { UserName = "", Password = "" }.Uri;
        return new(bare, new() { Headers = [new("Authorization", $"Basic {credentials}")] });
    }
}
