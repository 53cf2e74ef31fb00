namespace Grpc.Core;

/// <summary>
/// Is told a service's methods by the generated <c>BindService</c>. The handler is null when there is no instance yet: a server that makes
/// one per call finds the method by its name.
/// </summary>
public class ServiceBinderBase
{
    public virtual void AddMethod<TRequest, TResponse>(
        Method<TRequest, TResponse> method, UnaryServerMethod<TRequest, TResponse>? handler)
        where TRequest : class
        where TResponse : class => throw new NotImplementedException();

    public virtual void AddMethod<TRequest, TResponse>(
        Method<TRequest, TResponse> method, ClientStreamingServerMethod<TRequest, TResponse>? handler)
        where TRequest : class
        where TResponse : class => throw new NotImplementedException();

    public virtual void AddMethod<TRequest, TResponse>(
        Method<TRequest, TResponse> method, ServerStreamingServerMethod<TRequest, TResponse>? handler)
        where TRequest : class
        where TResponse : class => throw new NotImplementedException();

    public virtual void AddMethod<TRequest, TResponse>(
        Method<TRequest, TResponse> method, DuplexStreamingServerMethod<TRequest, TResponse>? handler)
        where TRequest : class
        where TResponse : class => throw new NotImplementedException();
}
