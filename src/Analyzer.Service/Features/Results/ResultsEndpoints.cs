using Analyzer.Contract;
using Analyzer.Core;
using Analyzer.Service.Features.OpenApi;
using Analyzer.Service.Features.Reports;
using Hosting.Access;
using Hosting.Audit;
using Hosting.Errors;
using Hosting.Listeners;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Analyzer.Service.Features.Results;

/// <summary>The REST edge of <see cref="ResultsHandler"/>.</summary>
internal static class ResultsEndpoints
{
    public static void AddResults(this IServiceCollection services) => services.TryAddSingleton<ResultsHandler>();

    public static void MapResults(this IEndpointRouteBuilder routes)
    {
        // Resolved once: resolving it in each call would cost that a scope of the container.
        var handler = routes.ServiceProvider.GetRequiredService<ResultsHandler>();

        routes.MapMethods(Routes.File, [HttpMethods.Get, HttpMethods.Head], (string sha256, HttpContext context) =>
                FindAsync(sha256, handler, context))
            .RequireScope(Scopes.Read).DescribeAction(AnalyzerApi.Find);

        routes.MapGet(Routes.Files, ([AsParameters] ListArguments arguments, HttpContext context) => ListAsync(arguments, handler, context))
            .RequireScope(Scopes.Read).DescribeAction(AnalyzerApi.List);

        // The first system's route, for its clients.
        routes.MapGet(Routes.FirstResult, ([FromQuery] string? fileHash, HttpContext context) =>
                FindAsync(fileHash, handler, context))
            .RequireScope(Scopes.Read).DescribeAction(AnalyzerApi.FindV0);
    }

    private static async Task<IResult> FindAsync(string? sha256, ResultsHandler handler, HttpContext context)
    {
        context.AuditTarget(sha256);
        var found = await handler.FindAsync(sha256, context.Request.RestTransport(), context.RequestAborted);
        return found.IsError(out var error, out var report) ? error.ToProblem(context) : new ReportResult(report);
    }

    private static async Task<IResult> ListAsync(ListArguments arguments, ResultsHandler handler, HttpContext context)
    {
        var listed = await handler.ListAsync(arguments, context.Request.RestTransport(), context.RequestAborted);
        return listed.IsError(out var error, out var page)
            ? error.ToProblem(context)
            : TypedResults.Json(page, ReportJson.Wire.ReportPage);
    }
}
