using Grpc.Core;

namespace Gateway.Tests.Foreign;

/// <summary>foreign.v1.Metadata over Grpc.AspNetCore: sends all metadata of a call back.</summary>
[BindServiceMethod(typeof(MetadataRpc), nameof(Bind))]
internal abstract class MetadataRpc
{
    private const string Name = "foreign.v1.Metadata";

    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);

    public static Method<byte[], byte[]> Method(string name) => new(MethodType.Unary, Name, name, Bytes, Bytes);

    public static void Bind(ServiceBinderBase binder, MetadataRpc? service)
    {
        binder.AddMethod(Method("Echo"), service is null ? null! : new UnaryServerMethod<byte[], byte[]>(service.Echo));
        binder.AddMethod(Method("Refuse"), service is null ? null! : new UnaryServerMethod<byte[], byte[]>(service.Refuse));
        binder.AddMethod(Method("RefuseLate"), service is null ? null! : new UnaryServerMethod<byte[], byte[]>(service.RefuseLate));
    }

    public abstract Task<byte[]> Echo(byte[] request, ServerCallContext context);

    public abstract Task<byte[]> Refuse(byte[] request, ServerCallContext context);

    public abstract Task<byte[]> RefuseLate(byte[] request, ServerCallContext context);
}

internal sealed class MetadataService : MetadataRpc
{
    public override async Task<byte[]> Echo(byte[] request, ServerCallContext context)
    {
        await context.WriteResponseHeadersAsync(Received(context));
        foreach (var entry in Received(context))
        {
            context.ResponseTrailers.Add(entry);
        }

        return request;
    }

    public override Task<byte[]> Refuse(byte[] request, ServerCallContext context) => throw new RpcException(
        new Status(StatusCode.FailedPrecondition, System.Text.Encoding.UTF8.GetString(request)), Received(context));

    public override async Task<byte[]> RefuseLate(byte[] request, ServerCallContext context)
    {
        await context.WriteResponseHeadersAsync(Received(context));
        return await Refuse(request, context);
    }

    private static Metadata Received(ServerCallContext context)
    {
        var metadata = new Metadata();
        foreach (var entry in context.RequestHeaders.Where(entry => entry.Key != "user-agent"))
        {
            metadata.Add(entry);
        }

        return metadata;
    }
}
