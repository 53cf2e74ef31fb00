using Grpc.Core;

namespace Grpc.AspNetCore.Server;

// The methods of a service class as open delegates: the instance, which differs from call to call, is the first argument.

internal delegate Task<TResponse> UnaryHandler<TService, TRequest, TResponse>(
    TService service, TRequest request, ServerCallContext context);

internal delegate Task<TResponse> ClientStreamingHandler<TService, TRequest, TResponse>(
    TService service, IAsyncStreamReader<TRequest> requests, ServerCallContext context);

internal delegate Task ServerStreamingHandler<TService, TRequest, TResponse>(
    TService service, TRequest request, IServerStreamWriter<TResponse> responses, ServerCallContext context);

internal delegate Task DuplexHandler<TService, TRequest, TResponse>(
    TService service, IAsyncStreamReader<TRequest> requests, IServerStreamWriter<TResponse> responses, ServerCallContext context);
