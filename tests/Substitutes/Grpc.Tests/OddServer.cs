using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Grpc.Tests;

/// <summary>An HTTP/2 server whose answers no gRPC server would give, for the client to make sense of.</summary>
internal static class OddServer
{
    /// <param name="answer">Runs for every call to <c>grpc.tests.Kinds</c>.</param>
    public static Task<GrpcHost> StartAsync(RequestDelegate answer, CancellationToken cancellationToken) =>
        GrpcHost.StartAsync(_ => { }, app => app.Map("/grpc.tests.Kinds/{method}", answer), cancellationToken);

    public static void Reset(this HttpContext http, int code) => http.Features.GetRequiredFeature<IHttpResetFeature>().Reset(code);

    public static Task WriteMessageAsync(this HttpResponse response, Note message)
    {
        if (!response.HasStarted)
        {
            response.ContentType = "application/grpc";
        }

        return response.Body.WriteAsync(Frame.Of(message), response.HttpContext.RequestAborted).AsTask();
    }

    private static T GetRequiredFeature<T>(this IFeatureCollection features) => features.Get<T>() ?? throw new InvalidOperationException();
}
