using Gateway.Features.Settings;
using Hosting.Settings;

namespace Gateway.Features.Routing;

/// <summary>Statuses may be a list, as a service config has them, or a text with commas, as on a command line.</summary>
internal static class RouteCodes
{
    public static void ReadTexts(GatewayOptions options, HostDescription host, IConfiguration configuration)
    {
        foreach (var (name, route) in options.Routes)
        {
            var key = host.Key($"{nameof(GatewayOptions.Routes)}:{name}:{nameof(RouteSettings.RetryPolicy)}");
            if (configuration[$"{key}:{nameof(RetrySettings.RetryableStatusCodes)}"] is { Length: > 0 } text)
            {
                route.RetryPolicy.RetryableStatusCodes = [.. text.Split(',', StringSplitOptions.TrimEntries)];
            }
        }
    }
}
