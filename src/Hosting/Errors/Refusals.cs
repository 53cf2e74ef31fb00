using System.Globalization;
using Hosting.Audit;

namespace Hosting.Errors;

/// <summary>A refusal outside the handlers, in the form that its client reads: a status for gRPC, a problem otherwise.</summary>
public static class Refusals
{
    /// <summary>The trailer that says when trying again may help, in milliseconds (gRFC A6).</summary>
    public const string PushbackName = "grpc-retry-pushback-ms";

    private const string GrpcType = "application/grpc";
    private const string GrpcWebType = "application/grpc-web";

    public static bool IsGrpc(this HttpRequest request) =>
        request.ContentType?.StartsWith(GrpcType, StringComparison.OrdinalIgnoreCase) ?? false;

    /// <summary>Whether a content type is gRPC-Web's: its clients find a refusal in the headers too, under their own type.</summary>
    public static bool IsGrpcWeb(string? contentType) =>
        contentType?.StartsWith(GrpcWebType, StringComparison.OrdinalIgnoreCase) ?? false;

    /// <summary>Ends the request with an error. Its response must not have begun.</summary>
    public static Task RefuseAsync(this HttpContext context, Error error)
    {
        if (context.Request.IsGrpc())
        {
            context.Response.ContentType = IsGrpcWeb(context.Request.ContentType) ? context.Request.ContentType : GrpcType;
            context.RefuseGrpc(error);
            return Task.CompletedTask;
        }

        return error.ToProblem(context).ExecuteAsync(context);
    }

    /// <summary>Writes the error for a gRPC client: in the headers, or in the trailers if the headers are already sent.</summary>
    public static void RefuseGrpc(this HttpContext context, Error error)
    {
        context.AuditRefusal(error.Kind.Slug);
        var host = ErrorResponses.HostOf(context);
        Set("grpc-status", ((int)error.Kind.GrpcStatus).ToString(CultureInfo.InvariantCulture));
        Set("grpc-message", Uri.EscapeDataString(error.Detail));
        Set(StatusTrailer.Name, Convert.ToBase64String(StatusTrailer.Of(error, host).ValueBytes).TrimEnd('='));
        if (error.RetryAfter is { } wait)
        {
            Set(PushbackName, ((long)wait.TotalMilliseconds).ToString(CultureInfo.InvariantCulture));
        }

        void Set(string name, string value)
        {
            if (context.Response.HasStarted)
            {
                context.Response.AppendTrailer(name, value);
            }
            else
            {
                context.Response.Headers[name] = value;
            }
        }
    }
}
