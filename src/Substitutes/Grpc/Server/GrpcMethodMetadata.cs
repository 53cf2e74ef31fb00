using Grpc.Core;

namespace Grpc.AspNetCore.Server;

/// <summary>The metadata of a gRPC endpoint: its service and its method.</summary>
public sealed class GrpcMethodMetadata(Type serviceType, IMethod method)
{
    public Type ServiceType { get; } = serviceType;

    public IMethod Method { get; } = method;

    public override string ToString() => $"gRPC {Method.Type} {Method.FullName} by {ServiceType.Name}";
}
