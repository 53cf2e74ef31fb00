using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Patterns;

namespace Grpc.AspNetCore.Server;

/// <summary>Answers gRPC calls to unknown services and methods with UNIMPLEMENTED instead of HTTP's 404.</summary>
internal static class UnimplementedEndpoints
{
    public static void MapUnknownMethod(IEndpointRouteBuilder routes, string serviceName) =>
        Map(routes, $"/{serviceName}/{{method}}", "Method is unimplemented.", $"gRPC - Unimplemented method for {serviceName}");

    public static void MapUnknownService(IEndpointRouteBuilder routes) =>
        Map(routes, "/{service}/{method}", "Service is unimplemented.", "gRPC - Unimplemented service");

    private static void Map(IEndpointRouteBuilder routes, string template, string detail, string displayName)
    {
        var pattern = RoutePatternFactory.Parse(
            template, defaults: null, parameterPolicies: new RouteValueDictionary { ["method"] = new GrpcCallConstraint() });
        routes.Map(pattern, http => AnswerAsync(http, detail)).WithDisplayName(displayName);
    }

    private static Task AnswerAsync(HttpContext http, string detail)
    {
        if (!RequestCheck.TryRefuse(http))
        {
            http.Response.ContentType = GrpcHeaders.ContentType;
            RequestCheck.SetStatus(http.Response, new Status(StatusCode.Unimplemented, detail));
        }

        return Task.CompletedTask;
    }

    /// <summary>Leaves every request that is no gRPC call to the rest of the application.</summary>
    private sealed class GrpcCallConstraint : IRouteConstraint
    {
        public bool Match(
            HttpContext? httpContext, IRouter? route, string routeKey, RouteValueDictionary values, RouteDirection routeDirection) =>
            httpContext is not null
            && HttpMethods.IsPost(httpContext.Request.Method)
            && GrpcHeaders.IsGrpcContentType(httpContext.Request.ContentType);
    }
}
