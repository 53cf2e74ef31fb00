using Analyzer.Protos.V1;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Results;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Features.Transport;
using Grpc.Core;

namespace Analyzer.Service.Features.Grpc;

/// <summary>The gRPC edge: map in, call the handler, map out.</summary>
internal sealed class AnalyzerGrpcService(SubmitHandler submit, EarlyAnswers early, ResultsHandler results) : AnalyzerRpc.ServiceBase
{
    public override async Task<SubmitFileResponse> SubmitFile(IAsyncStreamReader<UploadMessage> requestStream, ServerCallContext context)
    {
        using var body = new GrpcBody(requestStream, context, early);
        var submission = Unwrap(await submit.HandleAsync(body, TransportKind.Grpc, context.CancellationToken));
        return new SubmitFileResponse { Report = submission.Stored.Wire, Known = submission.Known };
    }

    public override async Task<KnownReport> AnalyzeResult(AnalyzeResultRequest request, ServerCallContext context) =>
        Unwrap(await results.FindAsync(request.Sha256, TransportKind.Grpc, context.CancellationToken));

    public override async Task<ListResultsResponse> ListResults(ListResultsRequest request, ServerCallContext context)
    {
        var verdict = request.HasVerdict ? request.Verdict.ToString() : null;
        int? limit = request.Limit == 0 ? null : request.Limit;
        var page = Unwrap(await results.ListAsync(verdict, limit, request.After, TransportKind.Grpc, context.CancellationToken));
        return new ListResultsResponse { Reports = { page.Reports.Select(ReportMapper.ToWire) }, Next = page.Next ?? "" };
    }

    private static T Unwrap<T>(Outcome<T> outcome)
        where T : notnull => outcome.IsRefused(out var refusal, out var value) ? throw refusal.ToRpcException() : value;
}
