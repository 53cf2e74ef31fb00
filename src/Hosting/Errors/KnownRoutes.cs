using Microsoft.AspNetCore.Routing.Template;

namespace Hosting.Errors;

/// <summary>
/// Routes that exist for another method. ASP.NET Core answers these with 404 if a route for any method has the same form, as gRPC's route
/// for unimplemented methods has.
/// </summary>
internal sealed class KnownRoutes(EndpointDataSource endpoints)
{
    private readonly Lazy<List<(TemplateMatcher Matcher, IReadOnlyList<string> Methods)>> _routes = new(() =>
    [
        .. endpoints.Endpoints.OfType<RouteEndpoint>()
            .Select(endpoint => (endpoint.RoutePattern, Methods: endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()?.HttpMethods))
            .Where(route => route.Methods is { Count: > 0 } && route.RoutePattern.ParameterPolicies.Count == 0)
            .Select(route => (new TemplateMatcher(new RouteTemplate(route.RoutePattern), []), route.Methods!)),
    ]);

    /// <returns>The methods of the path, in the form of an Allow header; null when there is no such path.</returns>
    public string? Allowed(PathString path)
    {
        var methods = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var (matcher, known) in _routes.Value)
        {
            if (matcher.TryMatch(path, []))
            {
                methods.UnionWith(known);
            }
        }

        if (methods.Contains(HttpMethods.Get))
        {
            methods.Add(HttpMethods.Head);
        }

        return methods.Count == 0 ? null : string.Join(", ", methods);
    }
}
