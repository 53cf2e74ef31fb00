using Analyzer.Core;
using Analyzer.Service.Features.Errors;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Reports;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Tracing;

namespace Analyzer.Service.Features.Results;

/// <summary>Looks reports up, one or a page of them, for REST and gRPC: arguments arrive as the client wrote them.</summary>
internal sealed class ResultsHandler(ReportCache reports, Calls<AnalyzerOperation, RequestOutcome> calls)
{
    public ValueTask<Result<CachedReport>> FindAsync(string? sha256, TransportKind transport, CancellationToken cancellationToken) =>
        calls.ObserveAsync(
            AnalyzerOperation.Lookup,
            transport,
            (Reports: reports, Sha256: sha256, Client: cancellationToken),
            static (call, _) => FindAsync(call.Reports, call.Sha256, call.Client),
            static _ => RequestOutcome.Found);

    public ValueTask<Result<ReportPage>> ListAsync(
        ListArguments arguments, TransportKind transport, CancellationToken cancellationToken) =>
        calls.ObserveAsync(
            AnalyzerOperation.List,
            transport,
            (Reports: reports, Arguments: arguments, Client: cancellationToken),
            static (call, _) => ListAsync(call.Reports, call.Arguments.ToQuery(), call.Client),
            static _ => RequestOutcome.Listed);

    private static async ValueTask<Result<CachedReport>> FindAsync(ReportCache reports, string? sha256, CancellationToken cancellationToken)
    {
        if (!FileId.TryParse(sha256, out var id))
        {
            return AnalyzerErrors.NotAnId;
        }

        return await reports.FindAsync(id, cancellationToken) is { } report ? report : AnalyzerErrors.NotFound;
    }

    private static async ValueTask<Result<ReportPage>> ListAsync(
        ReportCache reports, Result<ReportQuery> query, CancellationToken cancellationToken)
    {
        if (query.IsError(out var error, out var valid))
        {
            return error;
        }

        var page = await reports.ListAsync(valid, cancellationToken);
        return page.Damaged is [var damaged, ..] ? throw new ReportDamagedException(damaged) : page;
    }
}
