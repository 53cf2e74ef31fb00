using Gateway.Features.Dispatch;
using Gateway.Features.Headers;
using Hosting.Access;
using Microsoft.AspNetCore.Routing.Patterns;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Passing;

/// <summary>Every gRPC call, whatever its service: the gateway serves none itself.</summary>
internal static class PassingFeature
{
    private const string HealthService = "grpc.health.v1.Health";

    public static void AddPassing(this IServiceCollection services) => services.TryAddSingleton<GrpcPassage>();

    public static void MapPassing(this IEndpointRouteBuilder routes)
    {
        var passage = routes.ServiceProvider.GetRequiredService<GrpcPassage>();
        RequestDelegate pass = context => PassAsync(passage, context);
        routes.Map(Calls("/{service}/{method}"), pass).RequireScope(Scopes.Admin);

        // Others than POST are no calls, and no route of the analyzer either.
        foreach (var (path, scope) in AnalyzerMethods.Scopes)
        {
            routes.MapPost(path, pass).RequireScope(scope);
        }

        routes.Map(Calls($"/{HealthService}/{{method}}"), pass).AllowAnonymous();

        // Without reflection the route stays: else the one for every service would take its calls.
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

        context.Response.StatusCode = StatusCodes.Status426UpgradeRequired; // trailers need it
        context.Response.Headers.Upgrade = "h2c";
        return Task.CompletedTask;
    }

    /// <summary>Leaves every request that is no gRPC call to the other routes; where there is none, 404 says UNIMPLEMENTED.</summary>
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
