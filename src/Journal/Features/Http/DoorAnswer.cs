using System.Text;
using Hosting.Errors;

namespace Journal.Features.Http;

/// <summary>An answer in the form that a protocol's senders read.</summary>
internal sealed class DoorAnswer(int status, string type, ReadOnlyMemory<byte> body) : IResult, IStatusCodeHttpResult
{
    public const string JsonType = "application/json";

    public int? StatusCode => status;

    public static DoorAnswer Of(int status, string type, string body) => new(status, type, Encoding.UTF8.GetBytes(body));

    /// <summary>An error keeps its status, its Retry-After and its place in the audit trail, whatever its form.</summary>
    public static DoorAnswer Refused(HttpContext context, Error error, string type, ReadOnlyMemory<byte> body)
    {
        _ = error.ToProblem(context);
        return new(error.Kind.HttpStatus, type, body);
    }

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        var response = httpContext.Response;
        response.StatusCode = status;
        if (status != StatusCodes.Status204NoContent)
        {
            (response.ContentType, response.ContentLength) = (type, body.Length);
            await response.BodyWriter.WriteAsync(body);
        }
    }
}
