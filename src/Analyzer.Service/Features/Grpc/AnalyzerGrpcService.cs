using System.Text.Json;
using Analyzer.Core;
using Analyzer.Protos.V1;
using Analyzer.Service.Features.Deletion;
using Analyzer.Service.Features.Errors;
using Analyzer.Service.Features.Reports;
using Analyzer.Service.Features.Results;
using Analyzer.Service.Features.SelfDescription;
using Analyzer.Service.Features.Submit;
using Google.Protobuf;
using Grpc.Core;
using Hosting.Audit;
using Hosting.Errors;
using Hosting.Limits;
using Hosting.Listeners;
using Hosting.Uploads;

namespace Analyzer.Service.Features.Grpc;

/// <summary>The gRPC edge: map in, call the handler, map out.</summary>
internal sealed class AnalyzerGrpcService(
    SubmitHandler submit,
    EarlyResponses early,
    ResultsHandler results,
    DeletionHandler deletion,
    Documents documents,
    ServiceDescription description) : AnalyzerRpc.ServiceBase
{
    public override async Task<SubmitFileResponse> SubmitFile(IAsyncStreamReader<UploadMessage> requestStream, ServerCallContext context)
    {
        using var body = new GrpcBody(requestStream, context, early);
        var client = ClientName.OfAnother(context.GetHttpContext());
        var result = await submit.HandleAsync(body, client, TransportKind.Grpc, context.CancellationToken);
        if (result.IsError(out var error, out var submission))
        {
            return error.Refuse(context, new SubmitFileResponse());
        }

        var report = submission.Stored;
        context.GetHttpContext().AuditTarget(report.Report);
        return new SubmitFileResponse
        {
            Report = body.Form == ReportForm.Json ? new() { Json = UnsafeByteOperations.UnsafeWrap(report.Json) } : report.Wire,
            Known = submission.Known,
            Sha256 = report.Report.Sha256.ToString(),
        };
    }

    public override async Task<WireReport> AnalyzeResult(AnalyzeResultRequest request, ServerCallContext context)
    {
        context.GetHttpContext().AuditTarget(request.Sha256);
        var found = await results.FindAsync(request.Sha256, TransportKind.Grpc, context.CancellationToken);
        return found.IsError(out var error, out var report) ? error.Refuse(context, WireReport.None)
            : request.Form == ReportForm.Json ? report.InJson
            : Map(report, static report => report.Fields, WireReport.None, context);
    }

    public override async Task<ListResultsResponse> ListResults(ListResultsRequest request, ServerCallContext context)
    {
        var listed = await results.ListAsync(request.ToArguments(), TransportKind.Grpc, context.CancellationToken);
        return listed.IsError(out var error, out var page) ? error.Refuse(context, new ListResultsResponse())
            : request.Form == ReportForm.Json ? InJson(page)
            : Map(page, InFields, new ListResultsResponse(), context);
    }

    public override async Task<DeleteResultResponse> DeleteResult(DeleteResultRequest request, ServerCallContext context)
    {
        context.GetHttpContext().AuditTarget(request.Sha256);
        var deleted = await deletion.DeleteAsync(request.Sha256, TransportKind.Grpc);
        return deleted.Answer(context, _ => new DeleteResultResponse());
    }

    public override async Task<GetDocumentResponse> GetDocument(GetDocumentRequest request, ServerCallContext context) =>
        (await documents.FindAsync(request.Path)).Answer(context, document => new GetDocumentResponse
        {
            Content = UnsafeByteOperations.UnsafeWrap(document.Json),
            ContentType = Document.ContentType,
            EntityTag = document.Tag.ToString(),
            CacheControl = Document.CacheControl,
        });

    public override async Task<DescribeResponse> Describe(DescribeRequest request, ServerCallContext context)
    {
        try
        {
            return await description.GiveAsync(context.CancellationToken);
        }
        catch (StoreUnavailableException unavailable)
        {
            return AnalyzerErrors.Expected(unavailable)!.Refuse(context, new DescribeResponse());
        }
    }

    private static ListResultsResponse InJson(ReportPage page)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(page, ReportJson.Wire.ReportPage);
        return new() { Json = UnsafeByteOperations.UnsafeWrap(json) };
    }

    private static ListResultsResponse InFields(ReportPage page) =>
        new() { Reports = { page.Reports.Select(stored => stored.Report.ToWire()) }, Next = page.Next ?? "" };

    /// <summary>A stored report is parsed here at the earliest, and may turn out to be damaged.</summary>
    private static TWire Map<T, TWire>(T value, Func<T, TWire> map, TWire nothing, ServerCallContext context)
    {
        try
        {
            return map(value);
        }
        catch (StoreUnavailableException unavailable)
        {
            return AnalyzerErrors.Expected(unavailable)!.Refuse(context, nothing);
        }
    }
}
