using System.Buffers;
using System.IO.Pipelines;
using FsCheck;
using FsCheck.Fluent;
using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Grpc.Tests.Internals.Server;

public sealed class RequestInputTests
{
    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create<byte[]>(bytes => bytes, bytes => bytes);

    // Nothing of its own: what is allocated then is the input's.
    private static readonly object Token = new();
    private static readonly Marshaller<object> Nothing = Marshallers.Create<object>((_, _) => { }, _ => Token);

    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public void MoveNext_BodyCutAnywhere_FindsTheSameMessages() => Prop.ForAll(
        ArbMap.Default.ArbFor<NonNull<byte[]>[]>(),
        ArbMap.Default.ArbFor<PositiveInt[]>(),
        (messages, cuts) => ReadCutAsync([.. messages.Select(message => message.Get)], [.. cuts.Select(cut => cut.Get)])
            .WaitAsync(Deadline).GetAwaiter().GetResult()).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(100)]
    [InlineData(100_000)]
    public async Task MoveNext_MessagesThatHaveArrived_AllocatesNothing(int size)
    {
        const int Count = 200;
        byte[] body = [.. Enumerable.Repeat(Frame.Of(new byte[size]), Count).SelectMany(frame => frame)];
        var stream = Stream(PipeReader.Create(new ReadOnlySequence<byte>(body)), Nothing);
        (await stream.MoveNext(Deadline)).ShouldBeTrue();
        var before = GC.GetAllocatedBytesForCurrentThread();
        var waited = false;
        for (var i = 1; i < Count; i++)
        {
            waited |= !stream.MoveNext(CancellationToken.None).IsCompletedSuccessfully;
        }

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
        waited.ShouldBeFalse();
    }

    [Fact]
    public async Task MoveNext_LargeMessagesBuffered_GivesBackWhatIsReadAsItGoes()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        await pipe.Writer.WriteAsync(Frame.Of(new byte[70_000]), Deadline);
        await pipe.Writer.WriteAsync(Frame.Of(new byte[10]), Deadline);
        var reader = new CountingReader(pipe.Reader);
        var stream = Stream(reader, Nothing);
        (await stream.MoveNext(Deadline)).ShouldBeTrue();
        reader.Advances.ShouldBe(0);
        (await stream.MoveNext(Deadline)).ShouldBeTrue();
        reader.Advances.ShouldBe(1);
    }

    private static async Task ReadCutAsync(byte[][] messages, int[] cuts)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        var stream = Stream(pipe.Reader, Bytes);
        byte[] body = [.. messages.SelectMany(message => Frame.Of(message))];
        var writing = WriteCutAsync(pipe.Writer, body, cuts);
        foreach (var message in messages)
        {
            (await stream.MoveNext(Deadline)).ShouldBeTrue();
            stream.Current.ShouldBe(message);
        }

        (await stream.MoveNext(Deadline)).ShouldBeFalse();
        await writing;
    }

    private static async Task WriteCutAsync(PipeWriter writer, byte[] body, int[] cuts)
    {
        var rest = body.AsMemory();
        for (var i = 0; rest.Length > 0; i++)
        {
            var length = Math.Min(rest.Length, cuts.Length == 0 ? 1 : cuts[i % cuts.Length]);
            await writer.WriteAsync(rest[..length], Deadline);
            rest = rest[length..];
            await Task.Yield();
        }

        await writer.CompleteAsync();
    }

    private static RequestStream<T> Stream<T>(PipeReader body, Marshaller<T> marshaller)
    {
        var http = new DefaultHttpContext();
        http.Features.Set<IRequestBodyPipeFeature>(new Body(body));
        return new RequestStream<T>(new RequestInput(http, null), marshaller);
    }

    private sealed class Body(PipeReader reader) : IRequestBodyPipeFeature
    {
        public PipeReader Reader { get; } = reader;
    }

    private sealed class CountingReader(PipeReader inner) : PipeReader
    {
        public int Advances { get; private set; }

        public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

        public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
        {
            Advances++;
            inner.AdvanceTo(consumed, examined);
        }

        public override void CancelPendingRead() => inner.CancelPendingRead();

        public override void Complete(Exception? exception = null) => inner.Complete(exception);

        public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) =>
            inner.ReadAsync(cancellationToken);

        public override bool TryRead(out ReadResult result) => inner.TryRead(out result);
    }
}
