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
