namespace Grpc.Core;

/// <summary>A handler of a unary method.</summary>
public delegate Task<TResponse> UnaryServerMethod<TRequest, TResponse>(TRequest request, ServerCallContext context)
    where TRequest : class
    where TResponse : class;

/// <summary>A handler of a client-streaming method.</summary>
public delegate Task<TResponse> ClientStreamingServerMethod<TRequest, TResponse>(
    IAsyncStreamReader<TRequest> requestStream, ServerCallContext context)
    where TRequest : class
    where TResponse : class;

/// <summary>A handler of a server-streaming method.</summary>
public delegate Task ServerStreamingServerMethod<TRequest, TResponse>(
    TRequest request, IServerStreamWriter<TResponse> responseStream, ServerCallContext context)
    where TRequest : class
    where TResponse : class;

/// <summary>A handler of a duplex method.</summary>
public delegate Task DuplexStreamingServerMethod<TRequest, TResponse>(
    IAsyncStreamReader<TRequest> requestStream, IServerStreamWriter<TResponse> responseStream, ServerCallContext context)
    where TRequest : class
    where TResponse : class;
