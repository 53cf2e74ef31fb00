namespace Grpc.Core;

/// <summary>
/// Takes a service's methods from the generated <c>BindService</c>. The handler is null when there is no instance yet: a server that makes
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

/// <summary>
/// On a service's base class: names the static method <c>(ServiceBinderBase, TheBaseClass)</c> that lists the service's methods.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class BindServiceMethodAttribute(Type bindType, string bindMethodName) : Attribute
{
    public Type BindType { get; } = bindType;

    public string BindMethodName { get; } = bindMethodName;
}
