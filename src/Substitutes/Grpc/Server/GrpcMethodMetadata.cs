using Grpc.Core;

namespace Grpc.AspNetCore.Server;

/// <summary>On a gRPC endpoint: which service and which method it is.</summary>
public sealed class GrpcMethodMetadata(Type serviceType, IMethod method)
{
    public Type ServiceType { get; } = serviceType;

    public IMethod Method { get; } = method;

    public override string ToString() => $"gRPC {Method.Type} {Method.FullName} by {ServiceType.Name}";
}
