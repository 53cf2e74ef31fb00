using Analyzer.Protos.V1;
using Analyzer.Service.Features.Reports;
using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Features.Grpc;

/// <summary>
/// The service <c>analyzer.v1.Analyzer</c>, bound like generated code with two exceptions: an upload's messages are read by <see
/// cref="UploadMessage"/>, which allocates no array per piece, and a report that is looked up is serialized once. On the wire it is the
/// same protobuf.
/// </summary>
internal static class AnalyzerRpc
{
    private static readonly Method<UploadMessage, SubmitFileResponse> SubmitFile = new(
        MethodType.ClientStreaming,
        Descriptor.FullName,
        nameof(SubmitFile),
        UploadMessage.Marshaller,
        ProtobufMarshaller.Of(SubmitFileResponse.Parser));

    private static readonly Method<AnalyzeResultRequest, WireReport> AnalyzeResult = new(
        MethodType.Unary,
        Descriptor.FullName,
        nameof(AnalyzeResult),
        ProtobufMarshaller.Of(AnalyzeResultRequest.Parser),
        WireReportMarshaller.Instance);

    private static readonly Method<ListResultsRequest, ListResultsResponse> ListResults = new(
        MethodType.Unary,
        Descriptor.FullName,
        nameof(ListResults),
        ProtobufMarshaller.Of(ListResultsRequest.Parser),
        ProtobufMarshaller.Of(ListResultsResponse.Parser));

    private static readonly Method<DescribeRequest, DescribeResponse> Describe = new(
        MethodType.Unary,
        Descriptor.FullName,
        nameof(Describe),
        ProtobufMarshaller.Of(DescribeRequest.Parser),
        ProtobufMarshaller.Of(DescribeResponse.Parser));

    private static readonly Method<DeleteResultRequest, DeleteResultResponse> DeleteResult = new(
        MethodType.Unary,
        Descriptor.FullName,
        nameof(DeleteResult),
        ProtobufMarshaller.Of(DeleteResultRequest.Parser),
        ProtobufMarshaller.Of(DeleteResultResponse.Parser));

    private static readonly Method<GetDocumentRequest, GetDocumentResponse> GetDocument = new(
        MethodType.Unary,
        Descriptor.FullName,
        nameof(GetDocument),
        ProtobufMarshaller.Of(GetDocumentRequest.Parser),
        ProtobufMarshaller.Of(GetDocumentResponse.Parser));

    /// <summary>The scope that a method needs.</summary>
    public static Scopes ScopeOf(string method) => method switch
    {
        nameof(SubmitFile) => Scopes.Submit,
        nameof(DeleteResult) => Scopes.Admin,
        _ => Scopes.Read,
    };

    /// <summary>gRPC reflection looks here for the service's description.</summary>
    public static Google.Protobuf.Reflection.ServiceDescriptor Descriptor => Rpc.Descriptor;

    public static void BindService(ServiceBinderBase binder, ServiceBase? service)
    {
        binder.AddMethod(
            SubmitFile, service is null ? null! : new ClientStreamingServerMethod<UploadMessage, SubmitFileResponse>(service.SubmitFile));
        binder.AddMethod(
            AnalyzeResult, service is null ? null! : new UnaryServerMethod<AnalyzeResultRequest, WireReport>(service.AnalyzeResult));
        binder.AddMethod(
            ListResults, service is null ? null! : new UnaryServerMethod<ListResultsRequest, ListResultsResponse>(service.ListResults));
        binder.AddMethod(
            Describe, service is null ? null! : new UnaryServerMethod<DescribeRequest, DescribeResponse>(service.Describe));
        binder.AddMethod(
            DeleteResult,
            service is null ? null! : new UnaryServerMethod<DeleteResultRequest, DeleteResultResponse>(service.DeleteResult));
        binder.AddMethod(
            GetDocument, service is null ? null! : new UnaryServerMethod<GetDocumentRequest, GetDocumentResponse>(service.GetDocument));
    }

    [BindServiceMethod(typeof(AnalyzerRpc), nameof(BindService))]
    internal abstract class ServiceBase
    {
        public abstract Task<SubmitFileResponse> SubmitFile(IAsyncStreamReader<UploadMessage> requestStream, ServerCallContext context);

        public abstract Task<WireReport> AnalyzeResult(AnalyzeResultRequest request, ServerCallContext context);

        public abstract Task<ListResultsResponse> ListResults(ListResultsRequest request, ServerCallContext context);

        public abstract Task<DescribeResponse> Describe(DescribeRequest request, ServerCallContext context);

        public abstract Task<DeleteResultResponse> DeleteResult(DeleteResultRequest request, ServerCallContext context);

        public abstract Task<GetDocumentResponse> GetDocument(GetDocumentRequest request, ServerCallContext context);
    }
}
