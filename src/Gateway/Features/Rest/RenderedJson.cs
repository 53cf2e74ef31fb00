using Google.Protobuf;

namespace Gateway.Features.Rest;

/// <summary>A response with JSON that the analyzer wrote.</summary>
internal sealed class RenderedJson(ByteString json, int statusCode = StatusCodes.Status200OK) : IResult
{
    public Task ExecuteAsync(HttpContext httpContext)
    {
        var response = httpContext.Response;
        response.StatusCode = statusCode;
        response.ContentType = "application/json; charset=utf-8";
        response.ContentLength = json.Length;
        return response.BodyWriter.WriteAsync(json.Memory, httpContext.RequestAborted).AsTask();
    }
}
