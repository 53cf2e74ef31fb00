using Analyzer.Contract;
using Analyzer.Service.Features.OpenApi;
using Analyzer.Service.Features.Reports;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Limits;
using Hosting.Listeners;
using Hosting.Uploads;

namespace Analyzer.Service.Features.Submit;

/// <summary>The REST edge of <see cref="SubmitHandler"/>: it only removes the framing.</summary>
internal static class SubmitEndpoints
{
    public static void MapSubmit(this IEndpointRouteBuilder routes)
    {
        // Resolved once: resolving them in each call would cost it a scope of the container.
        var handler = routes.ServiceProvider.GetRequiredService<SubmitHandler>();
        var early = routes.ServiceProvider.GetRequiredService<EarlyResponses>();
        var submit = (HttpContext context) => SubmitAsync(handler, early, context);

        routes.MapPost(Routes.Files, submit).RequireScope(Scopes.Submit).DescribeAction(AnalyzerApi.Submit);

        // The first system's route, for its clients.
        routes.MapPost(Routes.FirstSubmit, submit).RequireScope(Scopes.Submit).DescribeAction(AnalyzerApi.SubmitV0);
    }

    private static async Task<IResult> SubmitAsync(SubmitHandler handler, EarlyResponses early, HttpContext context)
    {
        var request = context.Request;
        using var body = request.Upload(early, request.Query[WireNames.Sha256], WireNames.PasswordHeader);
        var result = await handler.HandleAsync(
            body, ClientName.OfAnother(context), request.RestTransport(), context.RequestAborted);
        if (result.IsError(out var error, out var submission))
        {
            return error.ToProblem(context).EndSlowSender(context);
        }

        context.AuditTarget(submission.Stored.Report);
        context.Response.Headers.Location = Routes.Report(submission.Stored.Report.Sha256.ToString());
        return new ReportResult(submission.Stored, submission.Known ? StatusCodes.Status200OK : StatusCodes.Status201Created);
    }
}
