namespace Analyzer.Service.Features.Reports;

/// <summary>A report as the response: complete in memory, so that it has a Content-Length and is sent in one write.</summary>
internal sealed class ReportResult(CachedReport report, int statusCode = StatusCodes.Status200OK) : IResult
{
    public Task ExecuteAsync(HttpContext httpContext)
    {
        var json = report.Json;
        var response = httpContext.Response;
        response.StatusCode = statusCode;
        response.ContentType = "application/json; charset=utf-8";
        response.ContentLength = json.Length;
        return response.BodyWriter.WriteAsync(json, httpContext.RequestAborted).AsTask();
    }
}
