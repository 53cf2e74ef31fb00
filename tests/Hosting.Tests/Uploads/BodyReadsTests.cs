using System.IO.Pipelines;
using System.Text;
using Hosting.Uploads;

namespace Hosting.Tests.Uploads;

public sealed class BodyReadsTests : IDisposable
{
    private readonly Pipe _pipe = new();
    private readonly CancellationTokenSource _time = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _pipe.Writer.Complete();
        _pipe.Reader.Complete();
        _time.Dispose();
    }

    [Fact]
    public async Task Read_TimeIsUp_ThrowsAndLeavesTheReaderInOrder()
    {
        var reader = new Strict(_pipe.Reader);
        var reading = reader.ReadInOrderAsync(_time.Token);
        reading.IsCompleted.ShouldBeFalse();

        await _time.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => reading.AsTask()).Within();
        await _pipe.Writer.WriteAsync("abc"u8.ToArray(), Token);
        Text(await reader.ReadInOrderAsync(Token).AsTask().Within()).ShouldBe("abc");
    }

    [Fact]
    public async Task Read_TimeIsUpAlready_AsksForNothing()
    {
        await _pipe.Writer.WriteAsync("abc"u8.ToArray(), Token);
        await _time.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => _pipe.Reader.ReadInOrderAsync(_time.Token).AsTask()).Within();

        Text(await _pipe.Reader.ReadInOrderAsync(Token)).ShouldBe("abc");
    }

    /// <summary>A form's reader looks at bytes without taking them: whoever is next has to get them.</summary>
    [Fact]
    public async Task Read_TimeIsUpWithBytesThatWereLookedAt_GivesThemAndThenThrows()
    {
        var reader = new Strict(_pipe.Reader);
        await _pipe.Writer.WriteAsync("abc"u8.ToArray(), Token);
        var first = await reader.ReadInOrderAsync(_time.Token);
        reader.AdvanceTo(first.Buffer.Start, first.Buffer.End);
        var reading = reader.ReadInOrderAsync(_time.Token);

        await _time.CancelAsync();

        var again = await reading.AsTask().Within();
        Text(again).ShouldBe("abc");
        reader.AdvanceTo(again.Buffer.Start, again.Buffer.End);
        await Should.ThrowAsync<OperationCanceledException>(() => reader.ReadInOrderAsync(_time.Token).AsTask()).Within();
        await _pipe.Writer.WriteAsync("d"u8.ToArray(), Token);
        Text(await reader.ReadInOrderAsync(Token).AsTask().Within()).ShouldBe("abcd");
    }

    [Fact]
    public async Task Read_EndedByAnEarlierToken_ReadsOn()
    {
        _pipe.Reader.CancelPendingRead(); // of a read that had just ended
        var reading = _pipe.Reader.ReadInOrderAsync(Token);

        await _pipe.Writer.WriteAsync("abc"u8.ToArray(), Token);

        Text(await reading.AsTask().Within()).ShouldBe("abc");
    }

    [Fact]
    public async Task ReadAtLeast_OfAFewBytes_WaitsForAllOrTheEnd()
    {
        var reading = _pipe.Reader.ReadAtLeastInOrderAsync(3, Token);
        await _pipe.Writer.WriteAsync("ab"u8.ToArray(), Token);
        reading.IsCompleted.ShouldBeFalse();
        await _pipe.Writer.WriteAsync("cd"u8.ToArray(), Token);
        var read = await reading.AsTask().Within();
        Text(read).ShouldBe("abcd");
        _pipe.Reader.AdvanceTo(read.Buffer.GetPosition(3));

        var last = _pipe.Reader.ReadAtLeastInOrderAsync(3, Token);
        await _pipe.Writer.CompleteAsync();

        Text(await last.AsTask().Within()).ShouldBe("d");
    }

    /// <summary>Kestrel throws there whatever ended the stream: a client that reset it could end the process.</summary>
    [Theory]
    [InlineData(typeof(ObjectDisposedException))]
    [InlineData(typeof(OperationCanceledException))]
    [InlineData(typeof(IOException))]
    [InlineData(typeof(TimeoutException))]
    public async Task Read_OfAConnectionThatIsGone_LetsNothingOutOfTheTimer(Type thrown)
    {
        var reader = new Strict(_pipe.Reader) { Gone = (Exception)Activator.CreateInstance(thrown, "gone")! };
        var reading = reader.ReadInOrderAsync(_time.Token);

        Should.NotThrow(_time.Cancel);

        await _pipe.Writer.CompleteAsync(new IOException("gone"));
        await Should.ThrowAsync<IOException>(() => reading.AsTask()).Within();
    }

    private static string Text(ReadResult read) => Encoding.Latin1.GetString(read.Buffer);

    /// <summary>Kestrel's reader of a body with a Content-Length is like this: a token would leave it in the middle of a read.</summary>
    private sealed class Strict(PipeReader inner) : PipeReader
    {
        public Exception? Gone { get; init; }

        public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
        {
            cancellationToken.CanBeCanceled.ShouldBeFalse();
            return inner.ReadAsync(CancellationToken.None);
        }

        public override bool TryRead(out ReadResult result) => inner.TryRead(out result);

        public override void AdvanceTo(SequencePosition consumed) => inner.AdvanceTo(consumed);

        public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) =>
            inner.AdvanceTo(consumed, examined);

        public override void CancelPendingRead()
        {
            if (Gone is not null)
            {
                throw Gone;
            }

            inner.CancelPendingRead();
        }

        public override void Complete(Exception? exception = null) => inner.Complete(exception);
    }
}
