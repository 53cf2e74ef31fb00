using Grpc.Core;
using Grpc.Net.Client;

namespace Gateway.Tests.Routing;

/// <summary>Calls of any method with bytes for messages.</summary>
internal static class PlainCalls
{
    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);

    /// <returns>Its status; OK when it was answered.</returns>
    public static async Task<Status> AskAsync(
        this GrpcChannel channel, string service, byte[]? request = null, Metadata? metadata = null, DateTime? deadline = null)
    {
        var method = new Method<byte[], byte[]>(MethodType.Unary, service, "Get", Bytes, Bytes);
        using var call = channel.CreateCallInvoker().AsyncUnaryCall(
            method, host: null, new CallOptions(metadata, deadline, TestContext.Current.CancellationToken), request ?? []);
        try
        {
            await call.ResponseAsync.Within();
            return Status.DefaultSuccess;
        }
        catch (RpcException refused)
        {
            return refused.Status;
        }
    }
}
