using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>Starts calls over a channel.</summary>
internal sealed class ChannelCallInvoker(GrpcChannel channel) : CallInvoker
{
    public override TResponse BlockingUnaryCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request)
    {
        using var call = AsyncUnaryCall(method, host, options, request);
        return call.ResponseAsync.GetAwaiter().GetResult();
    }

    public override AsyncUnaryCall<TResponse> AsyncUnaryCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request)
    {
        var exchange = new CallExchange(channel, method, options);
        exchange.Start(SingleRequest.Content(exchange, method.RequestMarshaller, request));
        return new(
            SingleResponse.ReceiveAsync(exchange, method.ResponseMarshaller),
            exchange.Headers, exchange.GetStatus, exchange.GetTrailers, exchange.Dispose);
    }

    public override AsyncServerStreamingCall<TResponse> AsyncServerStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request)
    {
        var exchange = new CallExchange(channel, method, options);
        exchange.Start(SingleRequest.Content(exchange, method.RequestMarshaller, request));
        return new(
            new ResponseReader<TResponse>(exchange, method.ResponseMarshaller),
            exchange.Headers, exchange.GetStatus, exchange.GetTrailers, exchange.Dispose);
    }

    public override AsyncClientStreamingCall<TRequest, TResponse> AsyncClientStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options)
    {
        var exchange = new CallExchange(channel, method, options);
        var requests = new RequestWriter<TRequest>(exchange, method.RequestMarshaller, options.WriteOptions);
        exchange.Start(requests.Content);
        return new(
            requests,
            SingleResponse.ReceiveAsync(exchange, method.ResponseMarshaller),
            exchange.Headers, exchange.GetStatus, exchange.GetTrailers, exchange.Dispose);
    }

    public override AsyncDuplexStreamingCall<TRequest, TResponse> AsyncDuplexStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options)
    {
        var exchange = new CallExchange(channel, method, options);
        var requests = new RequestWriter<TRequest>(exchange, method.RequestMarshaller, options.WriteOptions);
        exchange.Start(requests.Content);
        return new(
            requests,
            new ResponseReader<TResponse>(exchange, method.ResponseMarshaller),
            exchange.Headers, exchange.GetStatus, exchange.GetTrailers, exchange.Dispose);
    }
}
