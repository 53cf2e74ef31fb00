namespace Grpc.Core;

/// <summary>Which sides of a call are streams.</summary>
public enum MethodType
{
    Unary,
    ClientStreaming,
    ServerStreaming,
    DuplexStreaming,
}
