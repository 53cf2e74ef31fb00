namespace Gateway.Features.Routing;

/// <summary>The look at the routes that a request gets: one, because they may change, and several endpoints ask.</summary>
/// <param name="IsOfACall">The request is a gRPC call.</param>
/// <param name="Route">Null when none matches.</param>
internal sealed record FoundRoute(bool IsOfACall, CallRoute? Route)
{
    private static readonly FoundRoute None = new(true, null);

    public static FoundRoute NoCall { get; } = new(false, null);

    public static FoundRoute Of(CallRoute? route) => route is null ? None : new(true, route);
}
