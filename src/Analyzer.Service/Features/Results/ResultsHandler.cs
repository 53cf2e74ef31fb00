using Analyzer.Core;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Storage;

namespace Analyzer.Service.Features.Results;

/// <summary>Looking reports up, one or a page of them, for every edge: arguments come as the client wrote them.</summary>
internal sealed partial class ResultsHandler(KnownReports reports, ILogger<ResultsHandler> logger)
{
    public async ValueTask<Outcome<KnownReport>> FindAsync(string? sha256, CancellationToken cancellationToken)
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

    public async ValueTask<Outcome<ReportPage>> ListAsync(Verdict? verdict, int? limit, string? after, CancellationToken cancellationToken)
    {
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
            return await reports.ListAsync(new ReportQuery(limit ?? ReportQuery.DefaultLimit, verdict, cursor), cancellationToken);
        }
        catch (StoreUnavailableException unavailable)
        {
            Log.StoreUnavailable(logger, unavailable.Message);
            return Refusal.StoreUnavailable(unavailable);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(10, LogLevel.Warning, "The store could not answer: {Reason}")]
        public static partial void StoreUnavailable(ILogger logger, string reason);
    }
}
