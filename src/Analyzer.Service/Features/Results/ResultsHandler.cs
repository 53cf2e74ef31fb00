using System.Diagnostics;
using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Tracing;
using Analyzer.Service.Features.Transport;

namespace Analyzer.Service.Features.Results;

/// <summary>Looking reports up, one or a page of them, for every edge: arguments come as the client wrote them.</summary>
internal sealed partial class ResultsHandler(KnownReports reports, AnalyzerMetrics metrics, ILogger<ResultsHandler> logger)
{
    public async ValueTask<Outcome<KnownReport>> FindAsync(string? sha256, TransportKind transport, CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        using var span = Spans.Lookup(transport);
        try
        {
            var outcome = await FindAsync(sha256, cancellationToken);
            span?.Answered(outcome, RequestOutcome.Found);
            metrics.LookedUp(transport, outcome, started);
            return outcome;
        }
        catch (Exception exception)
        {
            span?.SetStatus(ActivityStatusCode.Error);
            metrics.Threw(Operation.Lookup, transport, exception, started);
            throw;
        }
    }

    /// <param name="verdict">Only reports with this one; null for all.</param>
    /// <param name="limit">Most reports of the page; null for the default.</param>
    /// <param name="after">The page before said so; null or empty for the first page.</param>
    /// <param name="transport">How the request came.</param>
    /// <param name="cancellationToken">Fires when the client goes away.</param>
    public async ValueTask<Outcome<ReportPage>> ListAsync(
        string? verdict, int? limit, string? after, TransportKind transport, CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        using var span = Spans.List(transport);
        try
        {
            var outcome = await ListAsync(verdict, limit, after, cancellationToken);
            span?.Answered(outcome, RequestOutcome.Listed);
            metrics.Listed(transport, outcome, started);
            return outcome;
        }
        catch (Exception exception)
        {
            span?.SetStatus(ActivityStatusCode.Error);
            metrics.Threw(Operation.List, transport, exception, started);
            throw;
        }
    }

    private async ValueTask<Outcome<KnownReport>> FindAsync(string? sha256, CancellationToken cancellationToken)
    {
        if (!FileId.TryParse(sha256, out var id))
        {
            return Refusal.NotAnId;
        }

        try
        {
            return await reports.FindAsync(id, cancellationToken) is { } report
                ? report
                : new Refusal(RefusalKind.NotFound, "No file with this SHA-256 was submitted. Submit it first.");
        }
        catch (StoreUnavailableException unavailable)
        {
            Log.StoreUnavailable(logger, unavailable.Message);
            return Refusal.StoreUnavailable(unavailable);
        }
    }

    private async ValueTask<Outcome<ReportPage>> ListAsync(string? verdict, int? limit, string? after, CancellationToken cancellationToken)
    {
        if (!TryParse(verdict, out var wanted))
        {
            return Refusal.NotAVerdict;
        }

        if (limit is < 1 or > ReportQuery.MaxLimit)
        {
            return Refusal.InvalidArgument($"A page has 1 to {ReportQuery.MaxLimit} reports.");
        }

        ReportCursor? cursor = null;
        if (!string.IsNullOrEmpty(after))
        {
            if (!ReportCursor.TryParse(after, out var parsed))
            {
                return Refusal.InvalidArgument("'after' has to be the 'next' of the page before, unchanged.");
            }

            cursor = parsed;
        }

        try
        {
            return await reports.ListAsync(new ReportQuery(limit ?? ReportQuery.DefaultLimit, wanted, cursor), cancellationToken);
        }
        catch (StoreUnavailableException unavailable)
        {
            Log.StoreUnavailable(logger, unavailable.Message);
            return Refusal.StoreUnavailable(unavailable);
        }
    }

    private static bool TryParse(string? name, out Verdict? verdict)
    {
        // Enum.TryParse would take numbers and lists of names too.
        var index = name is null ? -1 : Array.FindIndex(Enum.GetNames<Verdict>(), known => known.Equals(name, StringComparison.OrdinalIgnoreCase));
        verdict = index < 0 ? null : Enum.GetValues<Verdict>()[index];
        return name is null || index >= 0;
    }

    private static partial class Log
    {
        [LoggerMessage(10, LogLevel.Warning, "The store could not answer: {Reason}")]
        public static partial void StoreUnavailable(ILogger logger, string reason);
    }
}
