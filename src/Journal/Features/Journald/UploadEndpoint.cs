using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Features.Http;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Log.Frames;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using Microsoft.Extensions.Options;

namespace Journal.Features.Journald;

/// <summary>
/// <c>POST /upload</c>, as systemd-journal-upload sends: entries of another machine's journal, each stored as a record with the bytes that
/// came. The answer comes when all are on the disk; the sender repeats what was not answered.
/// </summary>
internal static class UploadEndpoint
{
    private const string MediaType = "application/vnd.fdo.journal";

    public static void MapJournald(this IEndpointRouteBuilder routes) =>
        routes.MapPost("/upload", PostAsync).RequireScope(Scopes.Submit).Describe(DoorsApi.Journald);

    private static async Task<IResult> PostAsync(
        HttpContext context, Ingester ingester, IOptions<JournalOptions> options, TimeProvider time)
    {
        if (context.Request.ContentType is { } type && !type.StartsWith(MediaType, StringComparison.OrdinalIgnoreCase))
        {
            return new Error(ErrorKind.InvalidArgument, $"Send entries as {MediaType}, or lines to /v1/lines.").ToProblem(context);
        }

        if (context.Request.Headers.ContentEncoding.ToString() is not ("" or "identity") and var coding)
        {
            ingester.Refuse();
            return new Error(
                ReceivedBody.UnknownCodingKind,
                $"Send entries as they are, not packed with {coding} (systemd-journal-upload: ForceCompression=no).").ToProblem(context);
        }

        context.Features.Get<IHttpMaxRequestBodySizeFeature>()?.MaxRequestBodySize = null; // entries are stored as they come
        context.Features.Get<IHttpMinRequestBodyDataRateFeature>()?.MinDataRate = null;
        using var clock = new UploadClock(UploadPace.Default, time, context.RequestAborted);
        var sender = new Sender(new(SourceKind.Http, SenderName.Of(context.Connection)));
        var lines = new TakenLines();
        try
        {
            await ReadAsync(context.Request.BodyReader, new(options.Value.MaxMessageBytes), clock);
            await lines.StoredAsync(context.RequestAborted).WaitAsync(options.Value.CommitTimeout, time);
            return lines.Count == 0
                ? new Error(ErrorKind.InvalidArgument, "The body has no entry.").ToProblem(context)
                : Results.Text("OK.\n", statusCode: StatusCodes.Status202Accepted);
        }
        catch (InvalidDataException malformed)
        {
            ingester.Refuse();
            return new Error(ErrorKind.InvalidArgument, $"After {lines.Count} entries, which are stored: {malformed.Message}.")
                .ToProblem(context);
        }
        catch (TimeoutException)
        {
            return new Error(
                JournalErrors.StoreUnavailable, "The entries were not written to the disk in time. Some may be stored. Send all again.",
                TimeSpan.FromSeconds(1)).ToProblem(context);
        }
        catch (Exception ended) when (ended is OperationCanceledException or IOException)
        {
            return clock.Reason(ended).ToProblem(context).EndSlowSender(context);
        }

        async Task ReadAsync(System.IO.Pipelines.PipeReader body, ExportedEntries entries, UploadClock pace)
        {
            for (var received = 0L; ;)
            {
                pace.Arm(received);
                var read = await body.ReadInOrderAsync(pace.Token);
                try
                {
                    foreach (var segment in read.Buffer)
                    {
                        await TakeAllAsync(entries, segment, pace.Token);
                    }
                }
                finally
                {
                    received += read.Buffer.Length;
                    body.AdvanceTo(read.Buffer.End); // also when this is not the format: Kestrel reads the rest
                }

                if (read.IsCompleted)
                {
                    if (entries.End())
                    {
                        await TakeAsync(entries, pace.Token);
                    }

                    return;
                }
            }
        }

        async ValueTask TakeAllAsync(ExportedEntries entries, ReadOnlyMemory<byte> rest, CancellationToken cancellationToken)
        {
            while (Next(entries, ref rest))
            {
                await TakeAsync(entries, cancellationToken);
            }
        }

        async ValueTask TakeAsync(ExportedEntries entries, CancellationToken cancellationToken)
        {
            var marks = entries.IsTruncated ? RecordMarks.Truncated : RecordMarks.None;
            Log.Writing.RecordTicket ticket;
            while (!ingester.TryTake(sender, entries.Entry, awaited: true, out ticket, marks))
            {
                await ingester.WaitForRoomAsync(cancellationToken);
            }

            lines.Add(ticket);
        }
    }

    private static bool Next(ExportedEntries entries, ref ReadOnlyMemory<byte> rest)
    {
        var bytes = rest.Span;
        var isWhole = entries.Next(ref bytes);
        rest = rest[^bytes.Length..];
        return isWhole;
    }
}
