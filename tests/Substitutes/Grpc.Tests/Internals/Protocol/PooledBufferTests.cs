using System.Buffers;
using Grpc.Protocol;

namespace Grpc.Tests.Internals.Protocol;

public sealed class PooledBufferTests
{
    [Fact]
    public void Write_MoreThanItHolds_IsKept()
    {
        using var buffer = new PooledBuffer();
        var expected = new List<byte>();
        var random = new Random(1);
        for (var i = 0; i < 200; i++)
        {
            var piece = new byte[random.Next(2000)];
            random.NextBytes(piece);
            expected.AddRange(piece);
            buffer.Write(piece);
        }

        buffer.Written.ToArray().ShouldBe(expected);
        buffer.Clear();
        buffer.Length.ShouldBe(0);
    }

    [Fact]
    public void Advance_BeyondWhatWasGiven_Fails()
    {
        using var buffer = new PooledBuffer();
        var length = buffer.GetMemory(10).Length;
        Should.Throw<ArgumentOutOfRangeException>(() => buffer.Advance(length + 1));
        Should.Throw<ArgumentOutOfRangeException>(() => buffer.Advance(-1));
    }
}
