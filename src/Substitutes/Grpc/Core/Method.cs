namespace Grpc.Core;

/// <summary>A method as client and server agree on it.</summary>
public class Method<TRequest, TResponse>(
    MethodType type,
    string serviceName,
    string name,
    Marshaller<TRequest> requestMarshaller,
    Marshaller<TResponse> responseMarshaller) : IMethod
{
    public MethodType Type { get; } = type;

    public string ServiceName { get; } = serviceName;

    public string Name { get; } = name;

    public string FullName { get; } = $"/{serviceName}/{name}";

    public Marshaller<TRequest> RequestMarshaller { get; } = requestMarshaller;

    public Marshaller<TResponse> ResponseMarshaller { get; } = responseMarshaller;
}

/// <summary>A method without its message types.</summary>
public interface IMethod
{
    MethodType Type { get; }

    /// <summary>With its package: <c>analyzer.v1.Analyzer</c>.</summary>
    string ServiceName { get; }

    string Name { get; }

    /// <summary>The path on the wire: <c>/analyzer.v1.Analyzer/SubmitFile</c>.</summary>
    string FullName { get; }
}

/// <summary>The sides of a call that are streams.</summary>
public enum MethodType
{
    Unary,
    ClientStreaming,
    ServerStreaming,
    DuplexStreaming,
}
