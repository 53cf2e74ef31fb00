using Grpc.Core;
using Grpc.Health.V1;
using Hosting.Errors;

namespace Hosting.Health;

/// <summary>
/// gRPC's health service (grpc/doc, health-checking.md) as the generated code binds it, with other marshallers: with the generated
/// ones, any client's garbage would be logged as an error of this host.
/// </summary>
[BindServiceMethod(typeof(HealthRpc), nameof(BindService))]
internal abstract class HealthRpc
{
    private const string Name = "grpc.health.v1.Health";

    private static readonly Marshaller<HealthCheckRequest> Requests = ProtobufMarshaller.Of(HealthCheckRequest.Parser);
    private static readonly Marshaller<HealthCheckResponse> Responses = ProtobufMarshaller.Of(HealthCheckResponse.Parser);

    private static readonly Method<HealthCheckRequest, HealthCheckResponse> CheckMethod =
        new(MethodType.Unary, Name, nameof(Check), Requests, Responses);

    private static readonly Method<HealthCheckRequest, HealthCheckResponse> WatchMethod =
        new(MethodType.ServerStreaming, Name, nameof(Watch), Requests, Responses);

    /// <summary>gRPC reflection looks here for the service's description.</summary>
    public static Google.Protobuf.Reflection.ServiceDescriptor Descriptor => Grpc.Health.V1.Health.Descriptor;

    public static void BindService(ServiceBinderBase binder, HealthRpc? service)
    {
        binder.AddMethod(
            CheckMethod, service is null ? null! : new UnaryServerMethod<HealthCheckRequest, HealthCheckResponse>(service.Check));
        binder.AddMethod(
            WatchMethod,
            service is null ? null! : new ServerStreamingServerMethod<HealthCheckRequest, HealthCheckResponse>(service.Watch));
    }

    public abstract Task<HealthCheckResponse> Check(HealthCheckRequest request, ServerCallContext context);

    public abstract Task Watch(
        HealthCheckRequest request, IServerStreamWriter<HealthCheckResponse> responseStream, ServerCallContext context);
}
