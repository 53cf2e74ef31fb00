using System.Globalization;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Analyzer.Service.Features.Refusals;

/// <summary>A refusal on the REST edge: problem+json (RFC 9457), with Retry-After where trying again may help.</summary>
internal static class RefusalProblem
{
    public static ProblemHttpResult ToProblem(this Refusal refusal, HttpResponse response)
    {
        if (refusal.RetryAfter is { } retryAfter)
        {
            var seconds = (long)Math.Max(1, Math.Ceiling(retryAfter.TotalSeconds));
            response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);
        }

        var row = RefusalTable.Of(refusal.Kind);
        return TypedResults.Problem(refusal.Detail, statusCode: row.HttpStatus, title: row.Title, type: row.Type);
    }
}
