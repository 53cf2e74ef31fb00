using Analyzer.Contract;
using Gateway.Features.Errors;
using Hosting.Errors;

namespace Gateway.Features.Rest;

/// <summary>Turns errors into problems for a REST client, which sees the gateway as if it were the analyzer.</summary>
internal static class AnalyzerProblems
{
    /// <summary>An error in reading the request is reported as the analyzer's, as if there were no gateway.</summary>
    public static IResult ToAnalyzerProblem(this Error error, HttpContext context)
    {
        var kind = error.Kind;
        return kind.Domain is not null || GatewayErrors.All.Any(own => own.Slug == kind.Slug)
            ? error.ToProblem(context)
            : (error with { Kind = kind with { Domain = WireNames.Domain } }).ToProblem(context);
    }
}
