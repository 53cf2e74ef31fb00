using System.Text;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Sigma.Engine;

namespace Sigma.Streams.Editing;

/// <summary><c>PUT</c> and <c>DELETE /v1/rules/{id}</c>.</summary>
internal static class EditEndpoints
{
    public static void MapEditing(this IEndpointRouteBuilder routes)
    {
        routes.MapPut("/v1/rules/{id}", PutAsync).RequireScope(Scopes.Admin);
        routes.MapDelete("/v1/rules/{id}", Delete).RequireScope(Scopes.Admin);
    }

    private static async Task<IResult> PutAsync(string id, HttpContext context, RuleEditor editor, TimeProvider time)
    {
        using var body = new GrowingBody(RuleLoader.MaxFileBytes);
        if (await body.ReadAsync(context.Request, time) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        var text = Encoding.UTF8.GetString(body.Bytes.Span);
        return Try(context, () => editor.Put(id, text).IsError(out var error, out var isNew)
            ? error.ToProblem(context)
            : Results.Json(new { id, isNew }, statusCode: isNew ? StatusCodes.Status201Created : StatusCodes.Status200OK));
    }

    private static IResult Delete(string id, HttpContext context, RuleEditor editor) =>
        Try(context, () => editor.Remove(id)?.ToProblem(context) ?? Results.NoContent());

    private static IResult Try(HttpContext context, Func<IResult> edit)
    {
        try
        {
            return edit();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return new Error(EditErrors.Unwritable, $"Nothing is sure to have changed: {exception.Message}").ToProblem(context);
        }
    }
}
