using System.Buffers;
using Grpc.Protocol;

namespace Grpc.Tests.Internals.Protocol;

public sealed class FrameHeaderTests
{
    [Fact]
    public void TryRead_HeaderCutAnywhere_IsTheSame()
    {
        byte[] bytes = [1, 0x01, 0x02, 0x03, 0x04, 9];
        for (var cut = 0; cut <= bytes.Length; cut++)
        {
            var first = new Segment(bytes.AsMemory(0, cut));
            var last = first.Append(bytes.AsMemory(cut));
            var sequence = new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
            FrameHeader.TryRead(sequence, out var header).ShouldBeTrue();
            header.ShouldBe(new FrameHeader(1, 0x01020304));
        }
    }

    [Fact]
    public void TryRead_TooShort_IsFalse()
    {
        for (var length = 0; length < FrameHeader.Size; length++)
        {
            FrameHeader.TryRead(new ReadOnlySequence<byte>(new byte[length]), out _).ShouldBeFalse();
        }
    }

    [Fact]
    public void Write_Length_IsReadBack()
    {
        var bytes = new byte[FrameHeader.Size];
        FrameHeader.Write(bytes, int.MaxValue);
        FrameHeader.Read(bytes).ShouldBe(new FrameHeader(0, int.MaxValue));
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory) => Memory = memory;

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory) { RunningIndex = RunningIndex + Memory.Length };
            Next = next;
            return next;
        }
    }
}
