using System.Globalization;
using Grpc.Core;
using Hosting.Audit;
using Hosting.Settings;

namespace Hosting.Errors;

/// <summary>Writes an error as a response.</summary>
public static class ErrorResponses
{
    /// <summary>The error as problem+json (RFC 9457), with Retry-After if trying again may help.</summary>
    public static IResult ToProblem(this Error error, HttpContext context)
    {
        context.AuditRefusal(error.Kind.Slug);
        if (error.RetryAfter is { } retryAfter)
        {
            var seconds = (long)Math.Max(1, Math.Ceiling(retryAfter.TotalSeconds));
            context.Response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);
        }

        return new ProblemResult(error, HostOf(context));
    }

    /// <summary>
    /// Ends a gRPC call with a status, with the pushback of gRPC's retry design (gRFC A6) if trying again may help, and with details that
    /// tell a client everything that the problem+json would. It throws no exception, which would cost more than most answers.
    /// </summary>
    /// <param name="error">For the client.</param>
    /// <param name="context">The call.</param>
    /// <param name="nothing">The return value of the method; no client sees it.</param>
    public static T Refuse<T>(this Error error, ServerCallContext context, T nothing)
    {
        context.GetHttpContext().AuditRefusal(error.Kind.Slug);
        var trailers = context.ResponseTrailers;
        trailers.Add(StatusTrailer.Of(error, HostOf(context.GetHttpContext())));
        if (error.RetryAfter is { } retryAfter)
        {
            trailers.Add(Refusals.PushbackName, ((long)retryAfter.TotalMilliseconds).ToString(CultureInfo.InvariantCulture));
        }

        context.Status = new Status(error.Kind.GrpcStatus, error.Detail);
        return nothing;
    }

    /// <summary>The answer, for a gRPC method to return.</summary>
    /// <param name="result">The result of the handler.</param>
    /// <param name="context">The call.</param>
    /// <param name="answer">Made of the value.</param>
    public static TAnswer Answer<T, TAnswer>(this Result<T> result, ServerCallContext context, Func<T, TAnswer> answer)
        where T : notnull
        where TAnswer : new() =>
        result.IsError(out var error, out var value) ? error.Refuse(context, new TAnswer()) : answer(value);

    /// <summary>The listener has put the host's name on the connection: asking the container would create a scope for a refusal.</summary>
    internal static HostDescription HostOf(HttpContext context) =>
        context.Features.Get<HostDescription>() ?? context.RequestServices.GetRequiredService<HostDescription>();
}
