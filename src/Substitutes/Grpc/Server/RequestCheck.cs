using System.Globalization;
using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Http;

namespace Grpc.AspNetCore.Server;

/// <summary>Refuses requests to gRPC endpoints that are not gRPC at all.</summary>
internal static class RequestCheck
{
    /// <summary>
    /// Answers with 405 for another method than POST, 415 for another content type, 426 for HTTP/1.x. The gRPC status stands in the
    /// headers.
    /// </summary>
    public static bool TryRefuse(HttpContext http)
    {
        if (!HttpMethods.IsPost(http.Request.Method))
        {
            http.Response.Headers.Allow = HttpMethods.Post;
            Refuse(http, StatusCodes.Status405MethodNotAllowed, $"Method {http.Request.Method} is not supported; gRPC needs POST.");
            return true;
        }

        if (!GrpcHeaders.IsGrpcContentType(http.Request.ContentType))
        {
            var detail = http.Request.ContentType is { } contentType
                ? $"Content-Type '{contentType}' is not supported."
                : "Content-Type is missing from the request.";
            Refuse(http, StatusCodes.Status415UnsupportedMediaType, detail);
            return true;
        }

        if (!HttpProtocol.IsHttp2(http.Request.Protocol) && !HttpProtocol.IsHttp3(http.Request.Protocol))
        {
            var detail = $"Request protocol '{http.Request.Protocol}' is not supported; gRPC needs HTTP/2.";
            Refuse(http, StatusCodes.Status426UpgradeRequired, detail);
            return true;
        }

        return false;
    }

    /// <summary>Sets the status in the headers, as the whole of the response (Trailers-Only).</summary>
    public static void SetStatus(HttpResponse response, Status status)
    {
        response.Headers[GrpcHeaders.Status] = ((int)status.StatusCode).ToString(CultureInfo.InvariantCulture);
        response.Headers[GrpcHeaders.Message] = PercentEncoding.Encode(status.Detail);
    }

    private static void Refuse(HttpContext http, int httpStatus, string detail)
    {
        http.Response.StatusCode = httpStatus;
        SetStatus(http.Response, new Status(StatusCode.Internal, detail));
    }
}
