using Analyzer.Contract;
using Hosting.Access;
using Hosting.Audit;
using Hosting.Uploads;

namespace Gateway.Features.Rest;

/// <summary>The routes that take files.</summary>
internal static class UploadEndpoints
{
    public static void MapUploads(this IEndpointRouteBuilder routes)
    {
        var uploading = routes.ServiceProvider.GetRequiredService<Uploading>();
        var early = routes.ServiceProvider.GetRequiredService<EarlyResponses>();
        var submit = (HttpContext context) => SubmitAsync(uploading, early, context);
        routes.MapPost(Routes.Files, submit).RequireScope(Scopes.Submit).ExcludeFromDescription();
        routes.MapPost(Routes.FirstSubmit, submit).RequireScope(Scopes.Submit).ExcludeFromDescription();
    }

    private static async Task<IResult> SubmitAsync(Uploading uploading, EarlyResponses early, HttpContext context)
    {
        using var body = context.Request.Upload(early, context.Request.Query[WireNames.Sha256], WireNames.PasswordHeader);
        var result = await uploading.SubmitAsync(body, context);
        if (result.IsError(out var error, out var submission))
        {
            return error.ToAnalyzerProblem(context).EndSlowSender(context);
        }

        context.AuditTarget(submission.Sha256, submission.Report.Json);
        context.Response.Headers.Location = Routes.Report(submission.Sha256);
        return new RenderedJson(submission.Report.Json, submission.Known ? StatusCodes.Status200OK : StatusCodes.Status201Created);
    }
}
