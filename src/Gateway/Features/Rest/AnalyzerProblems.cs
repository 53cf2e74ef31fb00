using Analyzer.Contract;
using Gateway.Features.Errors;
using Hosting.Errors;

namespace Gateway.Features.Rest;

/// <summary>Errors for a client of the analyzer, to whom the gateway is the analyzer.</summary>
internal static class AnalyzerProblems
{
    /// <summary>An error of reading the request is the analyzer's, as it would be without the gateway.</summary>
    public static IResult ToAnalyzerProblem(this Error error, HttpContext context)
    {
        var kind = error.Kind;
        return kind.Domain is not null || GatewayErrors.All.Any(own => own.Slug == kind.Slug)
            ? error.ToProblem(context)
            : (error with { Kind = kind with { Domain = WireNames.Domain } }).ToProblem(context);
    }
}
