using System.Globalization;
using Analyzer.Core;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Transport;
using Microsoft.AspNetCore.Mvc;

namespace Analyzer.Service.Features.Results;

/// <summary>The REST edge of <see cref="ResultsHandler"/>.</summary>
internal static class ResultsEndpoints
{
    public static void MapResults(this IEndpointRouteBuilder routes)
    {
        // Taken once: asked for in each call, it would cost that a scope of the container.
        var handler = routes.ServiceProvider.GetRequiredService<ResultsHandler>();

        routes.MapMethods("/v1/files/{sha256}", [HttpMethods.Get, HttpMethods.Head], (string sha256, HttpContext context) =>
                FindAsync(sha256, handler, context))
            .WithName("AnalyzeResult").WithSummary("The report of a file that was submitted before.").ProducesReport();

        routes.MapGet("/v1/files", (string? verdict, string? limit, string? after, HttpContext context) => ListAsync(verdict, limit, after, handler, context))
            .WithName("ListResults").WithSummary("Reports, newest first, a page at a time.")
            .Produces<ReportPage>().ProducesProblem(StatusCodes.Status400BadRequest).ProducesProblem(StatusCodes.Status503ServiceUnavailable);

        // The first system's route, for its clients.
        routes.MapGet("/api/Analyzer/analyzeResult", ([FromQuery] string? fileHash, HttpContext context) =>
                FindAsync(fileHash, handler, context))
            .WithName("AnalyzeResultV0").WithSummary("The report of a file, as the first system's clients ask for it.").ProducesReport();
    }

    private static async Task<IResult> FindAsync(string? sha256, ResultsHandler handler, HttpContext context)
    {
        var outcome = await handler.FindAsync(sha256, context.Request.RestTransport(), context.RequestAborted);
        return outcome.IsRefused(out var refusal, out var report)
            ? refusal.ToProblem(context.Response)
            : new ReportResult(report);
    }

    private static async Task<IResult> ListAsync(string? verdict, string? limit, string? after, ResultsHandler handler, HttpContext context)
    {
        int? size = limit is null ? null : int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : -1;
        var outcome = await handler.ListAsync(verdict, size, after, context.Request.RestTransport(), context.RequestAborted);
        return outcome.IsRefused(out var refusal, out var page)
            ? refusal.ToProblem(context.Response)
            : TypedResults.Json(page, ReportJson.Wire.ReportPage);
    }

    private static void ProducesReport(this RouteHandlerBuilder route) => route
        .Produces<AnalysisReport>()
        .ProducesProblem(StatusCodes.Status400BadRequest)
        .ProducesProblem(StatusCodes.Status404NotFound)
        .ProducesProblem(StatusCodes.Status503ServiceUnavailable);
}
