using Analyzer.Protos.V1;
using Analyzer.Service.Features.Storage;
using Grpc.Core;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Features.Grpc;

/// <summary>
/// The service <c>analyzer.v1.Analyzer</c> as the generated code binds it, but for two things: an upload's messages are read by
/// <see cref="UploadMessage"/>, which keeps no array per chunk, and a report that is looked up is serialized once. On the wire it is the same protobuf.
/// </summary>
internal static class AnalyzerRpc
{
    private static readonly Method<UploadMessage, SubmitFileResponse> SubmitFile = new(
        MethodType.ClientStreaming, Descriptor.FullName, nameof(SubmitFile), UploadMessage.Marshaller, ProtobufMarshaller.Of(SubmitFileResponse.Parser));

    private static readonly Method<AnalyzeResultRequest, KnownReport> AnalyzeResult = new(
        MethodType.Unary, Descriptor.FullName, nameof(AnalyzeResult), ProtobufMarshaller.Of(AnalyzeResultRequest.Parser), ProtobufMarshaller.OfKnownReport);

    private static readonly Method<ListResultsRequest, ListResultsResponse> ListResults = new(
        MethodType.Unary, Descriptor.FullName, nameof(ListResults), ProtobufMarshaller.Of(ListResultsRequest.Parser), ProtobufMarshaller.Of(ListResultsResponse.Parser));

    /// <summary>Where gRPC reflection looks for the service's description.</summary>
    public static Google.Protobuf.Reflection.ServiceDescriptor Descriptor => Rpc.Descriptor;

    public static void BindService(ServiceBinderBase binder, ServiceBase? service)
    {
        binder.AddMethod(SubmitFile, service is null ? null! : new ClientStreamingServerMethod<UploadMessage, SubmitFileResponse>(service.SubmitFile));
        binder.AddMethod(AnalyzeResult, service is null ? null! : new UnaryServerMethod<AnalyzeResultRequest, KnownReport>(service.AnalyzeResult));
        binder.AddMethod(ListResults, service is null ? null! : new UnaryServerMethod<ListResultsRequest, ListResultsResponse>(service.ListResults));
    }

    [BindServiceMethod(typeof(AnalyzerRpc), nameof(BindService))]
    internal abstract class ServiceBase
    {
        public abstract Task<SubmitFileResponse> SubmitFile(IAsyncStreamReader<UploadMessage> requestStream, ServerCallContext context);

        public abstract Task<KnownReport> AnalyzeResult(AnalyzeResultRequest request, ServerCallContext context);

        public abstract Task<ListResultsResponse> ListResults(ListResultsRequest request, ServerCallContext context);
    }
}
