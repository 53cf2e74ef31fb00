using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Log.Frames;
using Microsoft.Extensions.Options;

namespace Journal.Features.Http;

/// <summary>
/// <c>POST /v1/lines</c>: text lines or NDJSON. The answer comes when all lines are on the disk; with <c>?wait=proof</c> when a checkpoint
/// covers them, with a proof of each. If only the checkpoint is late, the answer is 202, without proofs.
/// </summary>
internal static class LinesEndpoints
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    public static void AddLines(this IServiceCollection services) => services
        .AddSingleton<ProofsOfLines>()
        .AddSingleton<RequestIntake>()
        .AddBodyRoom<JournalOptions>(RoomOf);

    public static void MapLines(this IEndpointRouteBuilder routes) =>
        routes.MapPost("/v1/lines", PostAsync).RequireScope(Scopes.Submit).Describe(DoorsApi.Lines<StoredLines>());

    private static BodyRoom RoomOf(JournalOptions options) => new(
        options.MaxBodiesBytes,
        options.MaxBodyBytes,
        new(JournalErrors.StoreUnavailable, "Too many bytes of other requests wait for the disk: send the lines again later.", RetryAfter));

    private static async Task<IResult> PostAsync(
        HttpContext context, string? wait, RequestIntake intake, ProofsOfLines proofs, IOptions<JournalOptions> options,
        TimeProvider time)
    {
        if (wait is not (null or ProofsOfLines.Wait))
        {
            return new Error(ErrorKind.InvalidArgument, $"wait has to be {ProofsOfLines.Wait}.").ToProblem(context);
        }

        using var body = intake.NewBody();
        if (await intake.ReadAsync(context, body) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        var sender = new Sender(new(SourceKind.Http, SenderName.Of(context.Connection)));
        using var patience = new CancellationTokenSource(options.Value.CommitTimeout, time);
        try
        {
            if (wait is not null && BodyLines.Of(body.Bytes).Skip(ProofsOfLines.MaxLines).Any())
            {
                return new Error(
                    ErrorKind.InvalidArgument, $"At most {ProofsOfLines.MaxLines} lines can be proven at once: use several requests.")
                    .ToProblem(context);
            }

            var lines = await intake.TakeAsync(sender, BodyLines.Of(body.Bytes), wait is not null, patience.Token);
            if (lines.Count == 0)
            {
                return new Error(ErrorKind.InvalidArgument, "The body has no line. Send text lines or NDJSON.").ToProblem(context);
            }

            var ranges = await lines.StoredAsync(patience.Token);
            var stored = new StoredLines(ranges[0].First, lines.Count, ranges[^1].Frame)
            {
                Ranges = ranges.Count == 1 || lines.IsScattered ? null : ranges,
            };
            if (wait is null)
            {
                return Results.Json(stored);
            }

            using var stop = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, context.RequestAborted);
            return await ProveAsync(proofs, lines, stored, context.RequestAborted, stop.Token);
        }
        catch (Exception exception) when ((exception is OperationCanceledException && patience.IsCancellationRequested)
            || exception is IOException)
        {
            return new Error(
                JournalErrors.StoreUnavailable, "The lines were not written to the disk in time. Some may be stored. Send all again.",
                RetryAfter).ToProblem(context);
        }
    }

    /// <summary>A failure must not be reported now: the client would send lines again that are stored.</summary>
    private static async Task<IResult> ProveAsync(
        ProofsOfLines proofs, TakenLines lines, StoredLines stored, CancellationToken aborted, CancellationToken cancellationToken)
    {
        try
        {
            return Results.Json(stored with { Proofs = await proofs.ProveAsync(lines.Runs, cancellationToken) });
        }
        catch (Exception exception) when (exception is IOException
            || (exception is OperationCanceledException && !aborted.IsCancellationRequested))
        {
            return Results.Json(stored with { Note = StoredLines.ProofsAreLate }, statusCode: StatusCodes.Status202Accepted);
        }
    }
}
