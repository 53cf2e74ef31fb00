using System.Buffers;

namespace Grpc.Tests.Server;

/// <summary>Written by hand instead of generated: a base class, a method, and marshallers that never make an array.</summary>
internal static class Chunks
{
    public static readonly Method<Chunk, Sum> UploadMethod = new(
        MethodType.ClientStreaming,
        "grpc.tests.Chunks",
        nameof(ChunksBase.Upload),
        Marshallers.Create<Chunk>(Write, Read),
        Marshallers.Create<Sum>(sum => BitConverter.GetBytes(sum.Bytes), bytes => new Sum(BitConverter.ToInt64(bytes))));

    public static void BindService(ServiceBinderBase binder, ChunksBase? service) =>
        binder.AddMethod(UploadMethod, service is null ? null : new ClientStreamingServerMethod<Chunk, Sum>(service.Upload));

    private static void Write(Chunk chunk, SerializationContext context)
    {
        if (chunk.Array is not null)
        {
            context.Complete(chunk.Array);
            return;
        }

        // Without saying the length beforehand.
        context.GetBufferWriter().Write(new byte[chunk.Length]);
        context.Complete();
    }

    private static Chunk Read(DeserializationContext context)
    {
        var payload = context.PayloadAsReadOnlySequence();
        payload.Length.ShouldBe(context.PayloadLength);
        return new Chunk(context.PayloadLength) { IsSingleSegment = payload.IsSingleSegment, Context = context };
    }

    internal sealed record Sum(long Bytes);

    /// <param name="Length">In bytes.</param>
    internal sealed record Chunk(int Length)
    {
        public byte[]? Array { get; init; }

        /// <summary>The message lay in one piece.</summary>
        public bool IsSingleSegment { get; init; }

        /// <summary>Kept on purpose, to be asked when it is too late.</summary>
        public DeserializationContext? Context { get; init; }
    }

    [BindServiceMethod(typeof(Chunks), nameof(BindService))]
    internal abstract class ChunksBase
    {
        public abstract Task<Sum> Upload(IAsyncStreamReader<Chunk> requests, ServerCallContext context);
    }
}
