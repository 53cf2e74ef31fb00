using System.Text.Json;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Features.Http;
using Journal.Features.Ingest;

namespace Journal.Features.Gelf;

/// <summary>
/// <c>POST /gelf</c>: a GELF message, or several, one after another. Each is stored with the bytes that came, less the white space between
/// them; the answer, 202, comes when all are on the disk.
/// </summary>
internal static class GelfEndpoint
{
    public static void MapGelf(this IEndpointRouteBuilder routes) => routes.MapPost("/gelf", PostAsync)
        .RequireScope(Scopes.Submit).Describe(DoorsApi.Gelf);

    private static async Task<IResult> PostAsync(HttpContext context, RequestIntake intake)
    {
        using var body = intake.NewBody();
        if (await intake.ReadAsync(context, body) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        // Over UDP a packed message is told by its first bytes; senders do the same over HTTP, without a Content-Encoding.
        var unpacking = PackedMessage.CodingOf(body.Bytes.Span) is { } coding ? body.Unpack(coding, body.Bytes) : null;
        var stored = unpacking is null ? await intake.StoreAsync(context, Messages(body.Bytes)) : new(0, 0, unpacking);
        var error = stored.Count > 0 ? null
            : stored.Error ?? UploadErrors.Malformed("The body has no message. Send GELF, a JSON object.");
        if (error is { Kind.IsFailure: false })
        {
            intake.Refuse(context, body.Bytes, error.Detail);
        }

        return error?.ToProblem(context) ?? Results.StatusCode(StatusCodes.Status202Accepted);
    }

    private static IEnumerable<ReadOnlyMemory<byte>> Messages(ReadOnlyMemory<byte> body) => JsonParts.Values(body)
        .Select(value => value.Span[0] == '{' ? JsonParts.Compact(value) : throw new JsonException("A GELF message is a JSON object."));
}
