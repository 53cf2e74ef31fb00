using System.Diagnostics;
using System.Runtime.CompilerServices;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Overload;
using Analyzer.Service.Features.Reports;
using Analyzer.Service.Features.Tracing;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Metrics;
using Hosting.Tracing;
using Hosting.Uploads;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// The steps of submitting a file, for every edge:
/// 1. what the sender declares is read; a length over the limit, or a digest that is none, is refused;
/// 2. a declared digest that is known is answered from the store, the file unread, unless <see cref="VerifyOptions"/> want it checked, or
///    a password comes with the file and something in it stayed closed for want of one; a service that is full looks into its memory only,
///    since a refusal must not wait for the store that it protects;
/// 3. a permit is taken, or the upload refused as one too many, before its body is asked for;
/// 4. the bytes go through the analysis, piece by piece, as places become free;
/// 5. what came is compared with what was declared;
/// 6. the report is saved, and durable, before anything is answered.
/// </summary>
internal sealed class SubmitHandler(
    ReportCache reports,
    Admission admission,
    AnalysisPool analyses,
    AnalysisPlaces places,
    Calls<AnalyzerOperation, RequestOutcome> calls,
    AnalyzerMetrics metrics,
    IOptions<VerifyOptions> verifying,
    TimeProvider time)
{
    /// <param name="body">The unread upload.</param>
    /// <param name="client">The client's name, if its share is limited; otherwise null.</param>
    /// <param name="transport">The transport of the request.</param>
    /// <param name="cancellationToken">Fires when the client goes away.</param>
    public ValueTask<Result<SubmitResult>> HandleAsync(
        IUploadBody body, string? client, TransportKind transport, CancellationToken cancellationToken) =>
        calls.ObserveAsync(
            AnalyzerOperation.Submit,
            transport,
            (Handler: this, Body: body, Client: client, Gone: cancellationToken),
            static (call, span) => call.Handler.SubmitAsync(call.Body, call.Client, span, call.Gone),
            static submission => submission.Known ? RequestOutcome.Known : RequestOutcome.New);

    // Pooled, like the other waiting steps of every upload: their state machines were 4 % of what an upload of 10 KB allocates.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Result<SubmitResult>> SubmitAsync(
        IUploadBody body, string? client, Activity? span, CancellationToken cancellationToken)
    {
        using var upload = new UploadSession(body, admission, time, client, cancellationToken);
        try
        {
            var result = await SubmitAsync(upload, cancellationToken);
            if (!result.IsError(out _, out var submission))
            {
                var report = submission.Stored.Report;
                span?.File(report.Sha256.ToString(), report.Size, LabelValues.Of(report.Verdict));
                metrics.FileSubmitted(report.Verdict, report.MediaType, submission.Known);
            }

            return result;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return UploadErrors.ClientGone;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Result<SubmitResult>> SubmitAsync(UploadSession upload, CancellationToken cancellationToken)
    {
        if (await upload.OpenAsync() is { } refused)
        {
            upload.RespondEarly();
            return refused;
        }

        if (!verifying.Value.VerifyKnown && await FindDeclaredAsync(upload, cancellationToken) is { } known)
        {
            upload.RespondEarly();
            return new SubmitResult(known, Known: true);
        }

        if (upload.Enter() is { } busy)
        {
            return busy;
        }

        if ((await AnalyzeAsync(upload, cancellationToken)).IsError(out var error, out var report))
        {
            return error;
        }

        if (upload.Mismatch(report) is { } mismatch)
        {
            return mismatch;
        }

        // Not the client's token: the file is complete, so a client that leaves now has submitted it.
        using var saving = Spans.Save();
        var (outcome, stored) = await reports.SaveAsync(report, CancellationToken.None);
        return new SubmitResult(stored, Known: outcome != SaveOutcome.Created);
    }

    /// <returns>
    /// The report of the declared digest, unless an older engine made it, it is damaged or a password may open more: then the new one
    /// replaces it.
    /// </returns>
    private async ValueTask<CachedReport?> FindDeclaredAsync(UploadSession upload, CancellationToken cancellationToken)
    {
        if (upload.DeclaredId is not { } id)
        {
            return null;
        }

        using var span = Spans.Find();
        try
        {
            var found = admission.IsFull ? reports.Recall(id) : await reports.ConfirmAsync(id, cancellationToken);
            return found is { Report.Engine: >= FileAnalysis.EngineVersion } known && !(upload.MayHavePassword && known.Report.Locked() > 0)
                ? known : null;
        }
        catch (ReportDamagedException)
        {
            return null;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Result<AnalysisReport>> AnalyzeAsync(UploadSession upload, CancellationToken cancellationToken)
    {
        using var lease = analyses.Rent();
        if ((await upload.ReceiveAsync(lease.Analysis, places, metrics)).IsError(out var error, out var elapsed))
        {
            return error;
        }

        if (!lease.Analysis.EndIsWork)
        {
            return lease.Analysis.Complete(time.GetUtcNow(), elapsed);
        }

        metrics.PieceWaited(await places.EnterAsync(cancellationToken));
        try
        {
            return lease.Analysis.Complete(time.GetUtcNow(), elapsed);
        }
        finally
        {
            places.Leave();
        }
    }
}

/// <param name="Known">The file had been submitted before.</param>
internal readonly record struct SubmitResult(CachedReport Stored, bool Known);
