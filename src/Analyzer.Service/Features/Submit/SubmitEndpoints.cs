using Analyzer.Contract;
using Analyzer.Core;
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

        routes.MapPost(Routes.Files, submit)
            .WithName("SubmitFile").WithSummary("Analyses a file: the raw body, or one file in a form.").SubmitsFile();

        // The first system's route, for its clients.
        routes.MapPost(Routes.FirstSubmit, submit)
            .WithName("SubmitFileV0").WithSummary("Analyses a file, as the first system's clients send it.").SubmitsFile();
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

    private static void SubmitsFile(this RouteHandlerBuilder route) => route
        .RequireScope(Scopes.Submit)
        .WithMetadata(FileRequestBody.Instance)
        .Produces<AnalysisReport>()
        .Produces<AnalysisReport>(StatusCodes.Status201Created)
        .ProducesProblem(StatusCodes.Status400BadRequest)
        .ProducesProblem(StatusCodes.Status408RequestTimeout)
        .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
        .ProducesProblem(StatusCodes.Status429TooManyRequests)
        .ProducesProblem(StatusCodes.Status503ServiceUnavailable);
}
