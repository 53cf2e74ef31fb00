using Analyzer.Core;
using Analyzer.Service.Features.OpenApi;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Results;
using Analyzer.Service.Features.Submit.Multipart;
using Analyzer.Service.Features.Transport;

namespace Analyzer.Service.Features.Submit;

/// <summary>The REST edge of <see cref="SubmitHandler"/>: unwraps the framing, and nothing else.</summary>
internal static class SubmitEndpoints
{
    public static void MapSubmit(this IEndpointRouteBuilder routes)
    {
        // Taken once: asked for in each call, they would cost it a scope of the container.
        var handler = routes.ServiceProvider.GetRequiredService<SubmitHandler>();
        var early = routes.ServiceProvider.GetRequiredService<EarlyAnswers>();
        var submit = (HttpContext context) => SubmitAsync(handler, early, context);

        routes.MapPost("/v1/files", submit)
            .WithName("SubmitFile").WithSummary("Analyses a file: the raw body, or one file in a form.").SubmitsFile();

        // The first system's route, for its clients.
        routes.MapPost("/api/Analyzer/submitFile", submit)
            .WithName("SubmitFileV0").WithSummary("Analyses a file, as the first system's clients send it.").SubmitsFile();
    }

    /// <summary>The digest in the query: the one way to name a file that comes in a form.</summary>
    public static string? DeclaredSha256(this HttpRequest request) => request.Query["sha256"];

    /// <summary>Null when what comes is the file's own bytes.</summary>
    public static Refusal? EncodingRefusal(this HttpRequest request) =>
        request.Headers.ContentEncoding is [{ Length: > 0 } encoding] && encoding != "identity"
            ? Refusal.InvalidArgument("A Content-Encoding is not undone here: send the file's own bytes.")
            : null;

    private static async Task<IResult> SubmitAsync(SubmitHandler handler, EarlyAnswers early, HttpContext context)
    {
        var request = context.Request;
        using IUploadBody body = MultipartBody.IsMultipart(request.ContentType) ? new MultipartBody(request, early) : new RawBody(request, early);
        var outcome = await handler.HandleAsync(body, request.RestTransport(), context.RequestAborted);
        if (outcome.IsRefused(out var refusal, out var submission))
        {
            return refusal.ToProblem(context.Response);
        }

        context.Response.Headers.Location = $"/v1/files/{submission.Stored.Report.Sha256}";
        return new ReportResult(submission.Stored, submission.Known ? StatusCodes.Status200OK : StatusCodes.Status201Created);
    }

    private static void SubmitsFile(this RouteHandlerBuilder route) => route
        .WithMetadata(FileRequestBody.Instance)
        .Produces<AnalysisReport>()
        .Produces<AnalysisReport>(StatusCodes.Status201Created)
        .ProducesProblem(StatusCodes.Status400BadRequest)
        .ProducesProblem(StatusCodes.Status408RequestTimeout)
        .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
        .ProducesProblem(StatusCodes.Status429TooManyRequests)
        .ProducesProblem(StatusCodes.Status503ServiceUnavailable);
}
