using System.Text.Json;
using Hosting.Errors;
using Hosting.Uploads;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Features.Tcp;
using Journal.Log.Frames;
using Microsoft.Extensions.Options;

namespace Journal.Features.Http;

/// <summary>How the requests of every door are read, and how their records become durable before they are answered.</summary>
internal sealed class RequestIntake(
    Ingester ingester, BodyRoom room, RefusedSenders refused, IOptions<JournalOptions> options, TimeProvider time)
{
    /// <summary>A door that repeats what all records of a request share stores at most so many times the longest body.</summary>
    private const int MaxGrowth = 16;

    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    /// <summary>Records that all senders of the journal may have.</summary>
    public int MaxMessageBytes => options.Value.MaxMessageBytes;

    public ReceivedBody NewBody() => new(options.Value.MaxBodyBytes, room);

    /// <inheritdoc cref="ReceivedBody.ReadAsync"/>
    /// <remarks>What does not unpack is counted, and the log says why.</remarks>
    public async ValueTask<Error?> ReadAsync(HttpContext context, ReceivedBody body, bool isSnappy = false)
    {
        var error = await body.ReadAsync(context.Request, time, isSnappy);
        if (error is { Detail: var detail, Kind: var kind }
            && (kind == ReceivedBody.UnknownCodingKind || kind == UploadErrors.MalformedKind))
        {
            Refuse(context, body.Received, detail);
        }

        return error;
    }

    /// <summary>
    /// Nothing is stored before all records are known to be good. What came whole is stored though its sender has hung up: some loggers do
    /// so without waiting for the answer.
    /// </summary>
    /// <param name="context">The request.</param>
    /// <param name="records">
    /// Gone through twice; each record is valid until the next one is asked for. It may throw <see cref="JsonException"/> and <see
    /// cref="InvalidDataException"/>, whose message tells the sender what is wrong.
    /// </param>
    public async Task<StoredRecords> StoreAsync(HttpContext context, IEnumerable<ReadOnlyMemory<byte>> records)
    {
        var (count, cut, error) = Look(records);
        error ??= count == 0 ? null : await StoreGoodAsync(context, records);
        return error is null ? new(count, cut, null) : new(0, 0, error);
    }

    /// <param name="sender">The sender, for which the records count.</param>
    /// <param name="records">Each is valid until the next one is asked for.</param>
    /// <param name="isProofWanted">Whether the sender waits for a proof.</param>
    /// <param name="cancellationToken">Ends waiting for room.</param>
    public async Task<TakenLines> TakeAsync(
        Sender sender, IEnumerable<ReadOnlyMemory<byte>> records, bool isProofWanted, CancellationToken cancellationToken)
    {
        var lines = new TakenLines();
        foreach (var record in records)
        {
            lines.Add(await ingester.TakeAsync(sender, record, cancellationToken, isProofWanted: isProofWanted));
        }

        return lines;
    }

    /// <summary>Counts what a request brought and the journal does not store, and says so in the log.</summary>
    /// <param name="context">The request.</param>
    /// <param name="begin">The first bytes.</param>
    /// <param name="cause">A sentence.</param>
    /// <param name="messages">How many are refused.</param>
    public void Refuse(HttpContext context, ReadOnlyMemory<byte> begin, string cause, long messages = 1) =>
        refused.Refuse($"POST {context.Request.Path}", SenderName.Of(context.Connection), begin.Span, cause, messages);

    private (int Count, int Cut, Error? Error) Look(IEnumerable<ReadOnlyMemory<byte>> records)
    {
        var (count, cut, bytes) = (0, 0, 0L);
        try
        {
            foreach (var record in records)
            {
                count++;
                cut += record.Length > options.Value.MaxMessageBytes ? 1 : 0;
                bytes += Math.Min(record.Length, options.Value.MaxMessageBytes);
                if (bytes > (long)MaxGrowth * options.Value.MaxBodyBytes)
                {
                    return (0, 0, new(
                        UploadErrors.TooLargeKind,
                        "What the records of this request share is so long that they would fill too much: send fewer in a request."));
                }
            }

            return (count, cut, null);
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidDataException)
        {
            return (0, 0, UploadErrors.Malformed($"{malformed.Message} Nothing was stored."));
        }
    }

    private async Task<Error?> StoreGoodAsync(HttpContext context, IEnumerable<ReadOnlyMemory<byte>> records)
    {
        var sender = new Sender(new(SourceKind.Http, SenderName.Of(context.Connection)));
        using var patience = new CancellationTokenSource(options.Value.CommitTimeout, time);
        try
        {
            var lines = await TakeAsync(sender, records, isProofWanted: false, patience.Token);
            await lines.StoredAsync(patience.Token);
            return null;
        }
        catch (Exception late) when ((late is OperationCanceledException && patience.IsCancellationRequested) || late is IOException)
        {
            return new(
                JournalErrors.StoreUnavailable, "The records were not written to the disk in time. Some may be stored. Send all again.",
                RetryAfter);
        }
    }
}

/// <param name="Count">How many records are durable; 0 with an error.</param>
/// <param name="Cut">How many of them were too long, and lost their end.</param>
/// <param name="Error">Null when all are durable.</param>
internal readonly record struct StoredRecords(int Count, int Cut, Error? Error);
