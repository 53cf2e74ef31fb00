using Analyzer.Contract;
using Analyzer.Protos.V1;
using Gateway.Features.Dispatch;
using Gateway.Features.Metrics;
using Hosting.Access;
using Hosting.Audit;
using Microsoft.AspNetCore.Mvc;

namespace Gateway.Features.Rest;

/// <summary>The routes that look reports up. The analyzer validates the client's arguments, so its messages reach the client.</summary>
internal static class ReportsEndpoints
{
    public static void MapReports(this IEndpointRouteBuilder routes)
    {
        var asking = routes.ServiceProvider.GetRequiredService<Asking>();

        routes.MapMethods(
            Routes.File, [HttpMethods.Get, HttpMethods.Head], (string sha256, HttpContext context) => FindAsync(sha256, asking, context))
            .RequireScope(Scopes.Read).ExcludeFromDescription();
        routes.MapDelete(Routes.File, (string sha256, HttpContext context) => DeleteAsync(sha256, asking, context))
            .RequireScope(Scopes.Admin).ExcludeFromDescription();
        var list = (HttpContext context) => ListAsync(asking, context); // a separate delegate, or its result would be dropped
        routes.MapGet(Routes.Files, list).RequireScope(Scopes.Read).ExcludeFromDescription();
        routes.MapGet(Routes.FirstResult, ([FromQuery] string? fileHash, HttpContext context) => FindAsync(fileHash, asking, context))
            .RequireScope(Scopes.Read).ExcludeFromDescription();
    }

    private static async Task<IResult> FindAsync(string? sha256, Asking asking, HttpContext context)
    {
        context.AuditTarget(sha256);
        var request = new AnalyzeResultRequest { Sha256 = sha256 ?? "", Form = ReportForm.Json };
        var found = await asking.AskAsync(
            GatewayOperation.Lookup, AnalyzerMethods.Find, request, AnalysisReport.Parser, context);
        return found.IsError(out var error, out var report) ? error.ToAnalyzerProblem(context) : new RenderedJson(report.Json);
    }

    private static async Task<IResult> DeleteAsync(string sha256, Asking asking, HttpContext context)
    {
        var request = new DeleteResultRequest { Sha256 = sha256 };
        var deleted = await asking.AskAsync(
            GatewayOperation.Delete, AnalyzerMethods.Delete, request, DeleteResultResponse.Parser, context);
        return deleted.IsError(out var error, out _) ? error.ToAnalyzerProblem(context) : TypedResults.NoContent();
    }

    private static async Task<IResult> ListAsync(Asking asking, HttpContext context)
    {
        var request = new ListResultsRequest { Query = context.Request.QueryString.Value ?? "", Form = ReportForm.Json };
        var listed = await asking.AskAsync(
            GatewayOperation.List, AnalyzerMethods.List, request, ListResultsResponse.Parser, context);
        return listed.IsError(out var error, out var page) ? error.ToAnalyzerProblem(context) : new RenderedJson(page.Json);
    }
}
