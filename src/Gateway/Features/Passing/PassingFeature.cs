using Gateway.Features.Dispatch;
using Gateway.Features.Headers;
using Hosting.Access;
using Microsoft.AspNetCore.Routing.Patterns;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Passing;

/// <summary>Passes every gRPC call of any service on: the gateway itself serves none.</summary>
internal static class PassingFeature
{
    private const string HealthService = "grpc.health.v1.Health";

    public static void AddPassing(this IServiceCollection services) => services.TryAddSingleton<GrpcPassage>();

    public static void MapPassing(this IEndpointRouteBuilder routes)
    {
        var passage = routes.ServiceProvider.GetRequiredService<GrpcPassage>();
        RequestDelegate pass = context => PassAsync(passage, context);
        routes.Map(Calls("/{service}/{method}"), pass).RequireScope(Scopes.Admin);

        // Other methods than POST are not gRPC calls, nor routes of the analyzer.
        foreach (var (path, scope) in AnalyzerMethods.Scopes)
        {
            routes.MapPost(path, pass).RequireScope(scope);
        }

        routes.Map(Calls($"/{HealthService}/{{method}}"), pass).AllowAnonymous();

        // This route stays even without reflection: otherwise the route for all services would pass its calls on.
        var reflects = routes.ServiceProvider.GetRequiredService<IOptions<AccessOptions>>().Value.Reflection;
        routes.Map(Calls("/{service:regex(^grpc\\.reflection\\.)}/{method}"), reflects ? pass : NotFound).RequireScope(Scopes.Read);
    }

    private static RoutePattern Calls(string template) => RoutePatternFactory.Parse(
        template, defaults: null, parameterPolicies: new RouteValueDictionary { ["method"] = new GrpcCall() });

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
    private sealed class GrpcCall : IRouteConstraint
    {
        public bool Match(
            HttpContext? httpContext, IRouter? route, string routeKey, RouteValueDictionary values, RouteDirection routeDirection) =>
            httpContext?.Request is { ContentType: { } type } request
            && HttpMethods.IsPost(request.Method)
            && CallHeaders.IsGrpc(type)
            && CallPath.IsMethod(request.Path.Value);
    }
}
