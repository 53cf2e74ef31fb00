using System.Diagnostics;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Tracing;
using Analyzer.Service.Features.Transport;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// What submitting a file means, for every edge:
/// 1. what the sender declares is read; a length over the limit, or a digest that is none, is refused;
/// 2. a declared digest that is known is answered from the store, the file unread;
/// 3. a place is taken, or the upload refused as one too many;
/// 4. the bytes go through the analysis (<see cref="UploadReader"/>);
/// 5. what came is compared with what was declared;
/// 6. the report is saved, and durable, before anything is answered.
/// </summary>
internal sealed partial class SubmitHandler(
    KnownReports reports,
    Admission admission,
    UploadReader reader,
    AnalysisPool analyses,
    IOptions<UploadLimits> options,
    AnalyzerMetrics metrics,
    TimeProvider time,
    ILogger<SubmitHandler> logger)
{
    private readonly UploadLimits _limits = options.Value;

    /// <param name="body">The upload, unread.</param>
    /// <param name="transport">How it came.</param>
    /// <param name="cancellationToken">Fires when the client goes away.</param>
    public async Task<Outcome<Submission>> HandleAsync(IUploadBody body, TransportKind transport, CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        using var span = Spans.Submit(transport);
        using var clock = new UploadClock(_limits, time, cancellationToken);
        try
        {
            var outcome = await SubmitAsync(body, clock, cancellationToken);
            if (outcome.IsRefused(out var refusal, out _))
            {
                Log.Refused(logger, refusal.Kind, refusal.Detail);
            }

            span?.Submitted(outcome);
            metrics.Submitted(transport, outcome, started);
            return outcome;
        }
        catch (Exception exception)
        {
            span?.SetStatus(ActivityStatusCode.Error);
            metrics.Threw(Operation.Submit, transport, exception, started);
            throw;
        }
    }

    private async Task<Outcome<Submission>> SubmitAsync(IUploadBody body, UploadClock clock, CancellationToken cancellationToken)
    {
        if ((await UploadReader.OpenAsync(body, clock)).IsRefused(out var unopened, out var declaration))
        {
            return unopened;
        }

        if (declaration.Length > _limits.MaxFileBytes)
        {
            return Refusal.TooLarge(_limits.MaxFileBytes);
        }

        FileId? declared = null;
        if (declaration.Sha256 is { } hex)
        {
            if (!FileId.TryParse(hex, out var id))
            {
                return Refusal.NotAnId;
            }

            declared = id;
        }

        try
        {
            if (declared is { } question
                && await FindAsync(question, cancellationToken) is { Report.Engine: >= FileAnalysis.EngineVersion } known
                && body.TryAnswerEarly())
            {
                return new Submission(known, Known: true);
            }

            if (admission.Enter(declaration.Length ?? 0).IsRefused(out var busy, out var entered))
            {
                return busy;
            }

            using var place = entered;
            await body.InviteAsync();
            if ((await AnalyzeAsync(body, place, clock)).IsRefused(out var refusal, out var report))
            {
                return refusal;
            }

            if (Mismatch(report, declaration.Length, declared) is { } mismatch)
            {
                return mismatch;
            }

            // Not the client's token: the file is whole, and a client that leaves now has submitted it.
            using var saving = Spans.Save();
            var (outcome, stored) = await reports.SaveAsync(report, CancellationToken.None);
            return new Submission(stored, Known: outcome != SaveOutcome.Created);
        }
        catch (StoreUnavailableException unavailable)
        {
            Log.StoreUnavailable(logger, unavailable.Message);
            return Refusal.StoreUnavailable(unavailable);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Refusal.ClientGone;
        }
    }

    private async ValueTask<KnownReport?> FindAsync(FileId id, CancellationToken cancellationToken)
    {
        using var span = Spans.Find();
        return await reports.FindAsync(id, cancellationToken);
    }

    private async ValueTask<Outcome<AnalysisReport>> AnalyzeAsync(IUploadBody body, Admission.Place place, UploadClock clock)
    {
        using var lease = analyses.Rent();
        return (await reader.ReadAsync(body, lease.Analysis, place, clock)).IsRefused(out var refusal, out var elapsed)
            ? refusal
            : lease.Analysis.Complete(time.GetUtcNow(), elapsed);
    }

    private static Refusal? Mismatch(AnalysisReport report, long? declaredLength, FileId? declared)
    {
        if (report.Size == 0)
        {
            return new Refusal(RefusalKind.EmptyFile, "There is not one byte to analyse. Send the file as the request body.");
        }

        if (declaredLength is { } length && length != report.Size)
        {
            return new Refusal(RefusalKind.LengthMismatch, $"{length} bytes were declared and {report.Size} came. Send the whole file, and its true size.");
        }

        return declared is { } id && id != report.Sha256
            ? new Refusal(RefusalKind.DigestMismatch, $"The declared SHA-256 is {id}, that of the bytes is {report.Sha256}. Send the file again, or its own digest.")
            : null;
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Debug, "Upload refused as {Kind}: {Detail}")]
        public static partial void Refused(ILogger logger, RefusalKind kind, string detail);

        [LoggerMessage(2, LogLevel.Warning, "The store could not take a report: {Reason}")]
        public static partial void StoreUnavailable(ILogger logger, string reason);
    }
}
