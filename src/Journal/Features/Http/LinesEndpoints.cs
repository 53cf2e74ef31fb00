using System.Text.Json.Serialization;
using Hosting.Access;
using Hosting.Errors;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Log.Frames;
using Journal.Log.Writing;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;

namespace Journal.Features.Http;

/// <summary>
/// <c>POST /v1/lines</c>: text lines or NDJSON. The answer comes when all of them are on the disk; with <c>?wait=proof</c> when a
/// checkpoint covers them, and brings a proof of each.
/// </summary>
internal static class LinesEndpoints
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    public static void AddLines(this IServiceCollection services) => services.AddSingleton<ProofsOfLines>();

    public static void MapLines(this IEndpointRouteBuilder routes) =>
        routes.MapPost("/v1/lines", PostAsync).RequireScope(Scopes.Submit);

    private static async Task<IResult> PostAsync(
        HttpContext context, string? wait, Inlet inlet, ProofsOfLines proofs, IOptions<JournalOptions> options, TimeProvider time)
    {
        if (wait is not (null or ProofsOfLines.Wait))
        {
            return new Error(ErrorKind.InvalidArgument, $"wait can only be {ProofsOfLines.Wait}.").ToProblem(context);
        }

        var limit = options.Value.MaxBodyBytes;
        if (context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size)
        {
            size.MaxRequestBodySize = limit;
        }

        using var body = new MemoryStream();
        try
        {
            await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        }
        catch (BadHttpRequestException bad) when (bad.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            return new Error(JournalErrors.TooLarge, $"A body may have at most {limit} bytes: send the lines in several requests.")
                .ToProblem(context);
        }

        var sender = new Sender(new(SourceKind.Http, $"{context.Connection.RemoteIpAddress}:{context.Connection.RemotePort}"));
        using var patience = new CancellationTokenSource(options.Value.CommitTimeout, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, context.RequestAborted);
        try
        {
            var lines = body.GetBuffer().AsMemory(0, (int)body.Length);
            if (wait is not null && lines.Span.Count((byte)'\n') >= ProofsOfLines.MaxLines)
            {
                return new Error(
                    ErrorKind.InvalidArgument, $"At most {ProofsOfLines.MaxLines} lines are proven at once: send them in several requests.")
                    .ToProblem(context);
            }

            var tickets = await TakeAsync(inlet, sender, lines, wait is not null, stop.Token);
            if (tickets.Count == 0)
            {
                return new Error(ErrorKind.InvalidArgument, "The body has no line. Send text lines or NDJSON.").ToProblem(context);
            }

            var first = await tickets[0].Frame.WaitAsync(stop.Token);
            var last = first;
            foreach (var ticket in tickets)
            {
                last = await ticket.Frame.WaitAsync(stop.Token);
            }

            return Results.Json(new StoredLines(first.FirstSequence + tickets[0].Place, tickets.Count, last.Index)
            {
                Proofs = wait is null ? null : await proofs.ProveAsync(tickets, stop.Token),
            });
        }
        catch (Exception exception) when ((exception is OperationCanceledException && patience.IsCancellationRequested)
            || exception is IOException and not BadHttpRequestException)
        {
            return new Error(
                JournalErrors.StoreUnavailable, "The disk has not taken the lines in time. Some of them may be stored: send them again.",
                RetryAfter).ToProblem(context);
        }
    }

    private static async Task<List<RecordTicket>> TakeAsync(
        Inlet inlet, Sender sender, ReadOnlyMemory<byte> body, bool isProofWanted, CancellationToken cancellationToken)
    {
        var tickets = new List<RecordTicket>();
        while (!body.IsEmpty)
        {
            var end = body.Span.IndexOf((byte)'\n');
            var line = (end < 0 ? body : body[..end]).TrimEnd((byte)'\r');
            body = end < 0 ? default : body[(end + 1)..];
            if (line.IsEmpty)
            {
                continue;
            }

            RecordTicket ticket;
            while (!inlet.TryTake(sender, line.Span, awaited: true, out ticket, isProofWanted: isProofWanted))
            {
                await inlet.WaitForRoomAsync(cancellationToken);
            }

            tickets.Add(ticket);
        }

        return tickets;
    }
}

/// <summary>What became of the lines of a request. They are in order; lines of other senders may stand between them.</summary>
/// <param name="First">Sequence of the first one.</param>
/// <param name="Count">Lines that are stored.</param>
/// <param name="Frame">Index of the frame that holds the last one.</param>
internal sealed record StoredLines(long First, int Count, long Frame)
{
    /// <summary>The proofs of the lines in their order, when they were asked for; <c>journal check</c> checks them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Proofs { get; init; }
}
