using System.Buffers;
using System.IO.Pipelines;
using Grpc.AspNetCore.Server;

namespace Grpc.Tests.Internals.Server;

public sealed class ResponseSerializerTests
{
    [Fact]
    public void Write_AnyWayAMarshallerMayTake_IsTheSameFrame()
    {
        foreach (var write in (Action<SerializationContext>[])
            [
                context => context.Complete([1, 2, 3]),
                context =>
                {
                    context.SetPayloadLength(3);
                    context.GetBufferWriter().Write<byte>([1, 2, 3]);
                    context.Complete();
                },
                context =>
                {
                    context.GetBufferWriter().Write<byte>([1]);
                    context.GetBufferWriter().Write<byte>([2, 3]);
                    context.Complete();
                },
            ])
        {
            Written(write).ShouldBe([0, 0, 0, 0, 3, 1, 2, 3]);
        }

        Written(context => context.Complete()).ShouldBe([0, 0, 0, 0, 0]);
        Written(context =>
        {
            context.SetPayloadLength(0);
            context.Complete();
        }).ShouldBe([0, 0, 0, 0, 0]);
    }

    [Fact]
    public void Write_MarshallerThatBreaksTheRules_IsToldSo()
    {
        foreach (var write in (Action<SerializationContext>[])
            [
                _ => { },
                context =>
                {
                    context.Complete([]);
                    context.Complete([]);
                },
                context =>
                {
                    context.SetPayloadLength(1);
                    context.Complete();
                },
                context =>
                {
                    context.SetPayloadLength(1);
                    context.SetPayloadLength(1);
                },
                context =>
                {
                    context.GetBufferWriter();
                    context.SetPayloadLength(1);
                },
                context =>
                {
                    context.Complete();
                    context.GetBufferWriter();
                },
            ])
        {
            Should.Throw<InvalidOperationException>(() => Written(write));
        }
    }

    private static byte[] Written(Action<SerializationContext> write)
    {
        var pipe = new Pipe();
        using var serializer = new ResponseSerializer(pipe.Writer, null);
        serializer.Write("", Marshallers.Create<string>((_, context) => write(context), _ => ""));
        serializer.IsTorn.ShouldBeFalse();
        pipe.Writer.Complete();
        pipe.Reader.TryRead(out var read).ShouldBeTrue();
        return read.Buffer.ToArray();
    }
}
