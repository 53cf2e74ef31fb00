using Analyzer.Core;
using Analyzer.Service.Features.Errors;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Reports;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Tracing;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Deletion;

/// <summary>Deletes the report of a file, for REST and gRPC.</summary>
internal sealed class DeletionHandler(
    ReportCache reports,
    IOptions<DeletionOptions> options,
    Calls<AnalyzerOperation, RequestOutcome> calls,
    AnalyzerMetrics metrics)
{
    /// <returns>The file whose report was deleted.</returns>
    public ValueTask<Result<FileId>> DeleteAsync(string? sha256, TransportKind transport) =>
        calls.ObserveAsync(
            AnalyzerOperation.Delete,
            transport,
            (Handler: this, Sha256: sha256),
            static (call, _) => call.Handler.DeleteAsync(call.Sha256),
            static _ => RequestOutcome.Deleted);

    private async ValueTask<Result<FileId>> DeleteAsync(string? sha256)
    {
        if (!options.Value.Deletion)
        {
            return AnalyzerErrors.DeletionOff;
        }

        if (!FileId.TryParse(sha256, out var id))
        {
            return AnalyzerErrors.NotAnId;
        }

        // Not the client's token: the deletion is under way, and a client that leaves now has asked for it.
        if (!await reports.DeleteAsync(id, CancellationToken.None))
        {
            return AnalyzerErrors.NotFound;
        }

        metrics.ReportsRemoved(RemovalReason.Request, 1);
        return id;
    }
}
