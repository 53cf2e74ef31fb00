using Gateway.Features.Dispatch;
using Gateway.Features.Headers;
using Gateway.Features.Routing;
using Gateway.Features.Settings;
using Hosting.Access;
using Hosting.Errors;
using Microsoft.AspNetCore.Routing.Patterns;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Passing;

/// <summary>Passes every gRPC call of any service on: the gateway itself serves none.</summary>
internal static class PassingFeature
{
    private const string HealthService = "grpc.health.v1.Health";
    private const string AnyService = "/{service}/{method}";

    public static void AddPassing(this IServiceCollection services)
    {
        services.TryAddSingleton<RouteTable>();
        services.TryAddSingleton<GrpcPassage>();
    }

    public static void MapPassing(this IEndpointRouteBuilder routes)
    {
        var services = routes.ServiceProvider;
        var passage = services.GetRequiredService<GrpcPassage>();
        var table = services.GetRequiredService<RouteTable>();
        var takesWeb = services.GetRequiredService<IOptions<GatewayOptions>>().Value.GrpcWeb;
        RequestDelegate pass = context => PassAsync(passage, context);

        // The settings say what a route needs, and may change: of these endpoints exactly one takes a call, by one look.
        foreach (var scope in (Scopes[])[Scopes.Admin, Scopes.Read, Scopes.Submit])
        {
            routes.Map(Calls(AnyService, Of(scope)), pass).RequireScope(scope);
        }

        routes.Map(Calls(AnyService, Of(Scopes.None)), pass).AllowAnonymous();

        // Other methods than POST are not gRPC calls, nor routes of the analyzer.
        foreach (var (path, scope) in AnalyzerMethods.Scopes)
        {
            routes.MapPost(path, pass).RequireScope(scope);
        }

        routes.Map(Calls($"/{HealthService}/{{method}}", Of(null)), pass).AllowAnonymous();

        // This route stays even without reflection: otherwise the route for all services would pass its calls on.
        var reflects = services.GetRequiredService<IOptions<AccessOptions>>().Value.Reflection;
        routes.Map(Calls("/{service:regex(^grpc\\.reflection\\.)}/{method}", Of(null)), reflects ? pass : NotFound)
            .RequireScope(Scopes.Read);

        GrpcCall Of(Scopes? scope) => new(takesWeb, table, scope);
    }

    private static RoutePattern Calls(string template, GrpcCall call) => RoutePatternFactory.Parse(
        template, defaults: null, parameterPolicies: new RouteValueDictionary { ["method"] = call });

    private static Task NotFound(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }

    private static Task PassAsync(GrpcPassage passage, HttpContext context)
    {
        if (!CallHeaders.IsGrpc(context.Request.ContentType))
        {
            context.Response.StatusCode = StatusCodes.Status415UnsupportedMediaType; // as a gRPC server answers
            return Task.CompletedTask;
        }

        if (HttpProtocol.IsHttp2(context.Request.Protocol) || HttpProtocol.IsHttp3(context.Request.Protocol))
        {
            return passage.PassAsync(context);
        }

        context.Response.StatusCode = StatusCodes.Status426UpgradeRequired; // needed for trailers
        context.Response.Headers.Upgrade = "h2c";
        return Task.CompletedTask;
    }

    /// <summary>Leaves all requests that are not gRPC calls to the other routes; if there is none, a 404 means UNIMPLEMENTED.</summary>
    /// <param name="takesWeb">Whether it takes gRPC-Web too.</param>
    /// <param name="table">May change at any time: the call has the route by which it was let in.</param>
    /// <param name="scope">That the route needs; null for any.</param>
    private sealed class GrpcCall(bool takesWeb, RouteTable table, Scopes? scope) : IRouteConstraint
    {
        public bool Match(
            HttpContext? httpContext, IRouter? route, string routeKey, RouteValueDictionary values, RouteDirection routeDirection)
        {
            if (httpContext is null)
            {
                return false;
            }

            if (httpContext.Features.Get<FoundRoute>() is not { } found)
            {
                found = Find(httpContext.Request);
                httpContext.Features.Set(found);
            }

            return found.IsOfACall && (scope is null || (found.Route?.Scope ?? Scopes.Admin) == scope);
        }

        private FoundRoute Find(HttpRequest request) =>
            request is { ContentType: { } type, Path.Value: { } path }
            && HttpMethods.IsPost(request.Method)
            && (CallHeaders.IsGrpc(type) || (takesWeb && Refusals.IsGrpcWeb(type)))
            && CallPath.IsMethod(path)
                ? FoundRoute.Of(table.Find(path)) : FoundRoute.NoCall;
    }
}
