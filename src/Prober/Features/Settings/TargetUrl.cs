using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;
using Prober.Engine.Probing.Tcp;

namespace Prober.Features.Settings;

/// <summary>Makes a probe from a URL.</summary>
internal static class TargetUrl
{
    public const string Schemes = "http, https or tcp";

    /// <returns>Null when it is not such a URL.</returns>
    public static IProbe? Parse(string text) =>
        !Uri.TryCreate(text, UriKind.Absolute, out var url) || !HasHost(url) ? null : url.Scheme switch
        {
            "http" or "https" => Http(url),
            "tcp" when url.Port > 0 => new TcpProbe(url.IdnHost, url.Port),
            _ => null,
        };

    /// <summary>Whoever names only a URL expects success of it; EaseProbe's wider default is for its files.</summary>
    private static HttpProbeSettings Settings { get; } = new() { SuccessCodes = [(200, 299)] };

    /// <summary>Whether the URL has a host that can be a DNS name: URLs allow other names too.</summary>
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
            return new(url, Settings);
        }

        // Credentials go into a header, so that no name, log or page contains them.
        var credentials = Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(url.UserInfo)));
        var bare = new UriBuilder(url) { UserName = "", Password = "" }.Uri;
        return new(bare, Settings with { Headers = [new("Authorization", $"Basic {credentials}")] });
    }
}
