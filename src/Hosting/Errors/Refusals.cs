using System.Globalization;
using Hosting.Audit;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Errors;

/// <summary>A refusal outside the handlers, in the form that its client reads: a status for gRPC, a problem otherwise.</summary>
public static class Refusals
{
    /// <summary>The trailer that says when trying again may help, in milliseconds (gRFC A6).</summary>
    public const string PushbackName = "grpc-retry-pushback-ms";

    private const string GrpcType = "application/grpc";

    public static bool IsGrpc(this HttpRequest request) =>
        request.ContentType?.StartsWith(GrpcType, StringComparison.OrdinalIgnoreCase) ?? false;

    /// <summary>Ends the request with an error. Its response must not have begun, nor its body be read.</summary>
    public static Task RefuseAsync(this HttpContext context, Error error)
    {
        context.Features.Set(Unread.Body);
        if (context.Request.IsGrpc())
        {
            context.Response.ContentType = GrpcType;
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

    /// <summary>The body may still be arriving, and is not needed.</summary>
    internal static bool IsRefusedUnread(this HttpContext context) =>
        context.Features.Get<Unread>() is not null && context.Features.Get<IHttpRequestBodyDetectionFeature>() is { CanHaveBody: true };

    private sealed class Unread
    {
        public static readonly Unread Body = new();
    }
}
