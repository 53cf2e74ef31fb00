using System.Text;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Web.Api;
using Microsoft.Extensions.Options;
using Prober.Features.Settings;
using Prober.Features.Targets;

namespace Prober.Features.Status;

/// <summary><c>/api/v1/status</c> and the feeds of <c>/status</c>: with a key, or for everybody if a setting says so.</summary>
internal static class StatusFeature
{
    public static void AddStatus(this IServiceCollection services) => services.AddSingleton<StatusBoard>();

    public static void MapStatus(this IEndpointRouteBuilder routes)
    {
        Map("/api/v1/status", ShowAsync).Describe(StatusApi.Status);
        Map("/status/feed.rss", (HttpRequest request, StatusBoard board) =>
            Results.Text(IncidentFeed.Rss(board.Incidents(), AddressOf(request)), "application/rss+xml", Encoding.UTF8))
            .ExcludeFromDescription();
        Map("/status/feed.atom", (HttpRequest request, StatusBoard board) =>
            Results.Text(IncidentFeed.Atom(board.Incidents(), AddressOf(request)), "application/atom+xml", Encoding.UTF8))
            .ExcludeFromDescription();

        RouteHandlerBuilder Map(string path, Delegate handler) => routes.MapGet(path, handler).NeedsKeyUnlessPublic(routes);
    }

    public static RouteHandlerBuilder NeedsKeyUnlessPublic(this RouteHandlerBuilder route, IEndpointRouteBuilder routes) =>
        routes.ServiceProvider.GetRequiredService<IOptions<ProberOptions>>().Value.PublicStatus
            ? route.AllowAnonymous()
            : route.RequireScope(Scopes.Read);

    /// <param name="label">A label, such as <c>team=web</c>; null for all.</param>
    private static async Task<IResult> ShowAsync(
        string? label, HttpContext context, StatusBoard board, CancellationToken cancellationToken) =>
        TargetFilter.Parse(null, label, null) is { } filter
            ? Results.Json(await board.ReadAsync(label, filter, cancellationToken))
            : new Error(TargetsEndpoints.InvalidArgument, "label has to be like team=web.").ToProblem(context);

    /// <summary>A request of HTTP/1.0 may name no host, and one of a stranger anything.</summary>
    internal static Uri AddressOf(HttpRequest request) =>
        Uri.TryCreate($"{request.Scheme}://{request.Host}/status", UriKind.Absolute, out var address)
            ? address
            : new($"{request.Scheme}://localhost/status");
}
