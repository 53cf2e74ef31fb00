using System.Text;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Sigma.Engine;

namespace Sigma.Streams.Editing;

/// <summary><c>PUT</c> and <c>DELETE /v1/rules/{id}</c>, and <c>POST /v1/rules/try</c>.</summary>
internal static class EditEndpoints
{
    /// <summary>A rule and some events, as JSON.</summary>
    private const int MaxTrialBytes = 4 << 20;

    public static void MapEditing(this IEndpointRouteBuilder routes)
    {
        routes.MapPut("/v1/rules/{id}", PutAsync).RequireScope(Scopes.Admin).Describe(EditingApi.Put);
        routes.MapDelete("/v1/rules/{id}", DeleteAsync).RequireScope(Scopes.Admin).Describe(EditingApi.Delete);
        routes.MapPost("/v1/rules/try", TryAsync).RequireScope(Scopes.Admin).Describe(EditingApi.Try);
    }

    private static async Task<IResult> PutAsync(string id, HttpContext context, RuleEditor editor, TimeProvider time)
    {
        using var body = new GrowingBody(RuleLoader.MaxFileBytes);
        if (await body.ReadAsync(context.Request, time) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        var text = Encoding.UTF8.GetString(body.Bytes.Span);
        var mayReplace = context.Request.Headers.IfNoneMatch != "*";
        return await EditAsync(context, async () =>
            (await editor.PutAsync(id, text, mayReplace, context.RequestAborted)).IsError(out var error, out var isNew)
                ? error.ToProblem(context)
                : Results.Json(new RulePut(id, isNew), statusCode: isNew ? StatusCodes.Status201Created : StatusCodes.Status200OK));
    }

    private static Task<IResult> DeleteAsync(string id, HttpContext context, RuleEditor editor) => EditAsync(context, async () =>
        (await editor.RemoveAsync(id, context.RequestAborted))?.ToProblem(context) ?? Results.NoContent());

    private static async Task<IResult> TryAsync(HttpContext context, RuleTrial trial, TimeProvider time)
    {
        using var body = new GrowingBody(MaxTrialBytes);
        if (await body.ReadAsync(context.Request, time) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        return await EditAsync(context, () => Task.FromResult(
            TrialRequest.Parse(body.Bytes).IsError(out var error, out var request)
            || trial.Run(request, context.RequestAborted).IsError(out error, out var result)
                ? error.ToProblem(context)
                : Results.Json(result)));
    }

    private static async Task<IResult> EditAsync(HttpContext context, Func<Task<IResult>> edit)
    {
        try
        {
            return await edit();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return new Error(EditErrors.Unwritable, $"Nothing is sure to have changed: {exception.Message}").ToProblem(context);
        }
    }
}
