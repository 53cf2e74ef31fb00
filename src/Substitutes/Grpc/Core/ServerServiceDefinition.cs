namespace Grpc.Core;

/// <summary>
/// A service bound to one instance. Generated code can make it; this server does not take it, because it makes an instance per call.
/// </summary>
public class ServerServiceDefinition
{
    private readonly IReadOnlyList<Action<ServiceBinderBase>> _addMethods;

    private ServerServiceDefinition(IReadOnlyList<Action<ServiceBinderBase>> addMethods) => _addMethods = addMethods;

    public static Builder CreateBuilder() => new();

    internal void BindService(ServiceBinderBase serviceBinder)
    {
        foreach (var addMethod in _addMethods)
        {
            addMethod(serviceBinder);
        }
    }

    /// <summary>Collects the methods.</summary>
    public class Builder
    {
        private readonly List<Action<ServiceBinderBase>> _addMethods = [];

        public Builder AddMethod<TRequest, TResponse>(
            Method<TRequest, TResponse> method, UnaryServerMethod<TRequest, TResponse> handler)
            where TRequest : class
            where TResponse : class => Add(binder => binder.AddMethod(method, handler));

        public Builder AddMethod<TRequest, TResponse>(
            Method<TRequest, TResponse> method, ClientStreamingServerMethod<TRequest, TResponse> handler)
            where TRequest : class
            where TResponse : class => Add(binder => binder.AddMethod(method, handler));

        public Builder AddMethod<TRequest, TResponse>(
            Method<TRequest, TResponse> method, ServerStreamingServerMethod<TRequest, TResponse> handler)
            where TRequest : class
            where TResponse : class => Add(binder => binder.AddMethod(method, handler));

        public Builder AddMethod<TRequest, TResponse>(
            Method<TRequest, TResponse> method, DuplexStreamingServerMethod<TRequest, TResponse> handler)
            where TRequest : class
            where TResponse : class => Add(binder => binder.AddMethod(method, handler));

        public ServerServiceDefinition Build() => new(_addMethods.ToArray());

        private Builder Add(Action<ServiceBinderBase> addMethod)
        {
            _addMethods.Add(addMethod);
            return this;
        }
    }
}
