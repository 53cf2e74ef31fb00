using Gateway.Features.Settings;

namespace Gateway.Features.Routing;

/// <summary>Finds the route of a call, by the settings as they are now.</summary>
internal sealed class RouteTable
{
    private volatile CallRoute[] _routes = []; // the longest prefix first

    public RouteTable(CurrentSettings settings) => settings.Follow(Use);

    /// <param name="path">Service and method; upper and lower case differ.</param>
    /// <returns>Null when no route matches.</returns>
    public CallRoute? Find(string path)
    {
        foreach (var route in _routes)
        {
            if (path.StartsWith(route.Prefix, StringComparison.Ordinal))
            {
                return route;
            }
        }

        return null;
    }

    private void Use(GatewayOptions options) =>
        _routes = [.. options.Routes.Select(route => CallRoute.Of(route.Key, route.Value)).OrderByDescending(route => route.Prefix.Length)];
}
