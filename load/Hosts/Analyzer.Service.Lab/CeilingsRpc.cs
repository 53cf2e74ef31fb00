using Analyzer.Protos.Ceilings.V1;
using Analyzer.Service.Features.Grpc;
using Grpc.Core;
using Hosting.Errors;
using Rpc = Analyzer.Protos.Ceilings.V1.Ceilings;

namespace Analyzer.Service.Lab;

/// <summary>
/// The service <c>ceilings.v1.Ceilings</c>; an upload's messages are read as the analyzer reads them (<see cref="UploadMessage"/>).
/// </summary>
internal static class CeilingsRpc
{
    private static readonly Method<EmptyRequest, EmptyResponse> Empty = new(
        MethodType.Unary,
        Rpc.Descriptor.FullName,
        nameof(Empty),
        ProtobufMarshaller.Of(EmptyRequest.Parser),
        ProtobufMarshaller.Of(EmptyResponse.Parser));

    private static readonly Method<UploadMessage, NullUploadResponse> NullUpload = new(
        MethodType.ClientStreaming,
        Rpc.Descriptor.FullName,
        nameof(NullUpload),
        UploadMessage.Marshaller,
        ProtobufMarshaller.Of(NullUploadResponse.Parser));

    /// <summary>gRPC reflection looks here for the service's description.</summary>
    public static Google.Protobuf.Reflection.ServiceDescriptor Descriptor => Rpc.Descriptor;

    public static void BindService(ServiceBinderBase binder, ServiceBase? service)
    {
        binder.AddMethod(Empty, service is null ? null! : new UnaryServerMethod<EmptyRequest, EmptyResponse>(service.Empty));
        binder.AddMethod(
            NullUpload, service is null ? null! : new ClientStreamingServerMethod<UploadMessage, NullUploadResponse>(service.NullUpload));
    }

    [BindServiceMethod(typeof(CeilingsRpc), nameof(BindService))]
    internal abstract class ServiceBase
    {
        public abstract Task<EmptyResponse> Empty(EmptyRequest request, ServerCallContext context);

        public abstract Task<NullUploadResponse> NullUpload(IAsyncStreamReader<UploadMessage> requestStream, ServerCallContext context);
    }
}
