namespace Grpc.Tests.Server;

public sealed class CancellationTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task ClientCancels_HandlerIsTold()
    {
        var started = new TaskCompletionSource();
        var cancelled = new TaskCompletionSource();
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Unary = async (note, context) =>
                {
                    using var registration = context.CancellationToken.Register(cancelled.SetResult);
                    started.SetResult();
                    await Task.Delay(Timeout.Infinite, context.CancellationToken);
                    return note;
                },
            },
            Deadline);
        using var call = host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        await started.Task.WaitAsync(Deadline);
        call.Dispose();
        await cancelled.Task.WaitAsync(Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task ClientCancelsAnUpload_TheWaitForTheNextMessageEnds()
    {
        var received = new TaskCompletionSource();
        var ended = new TaskCompletionSource<Exception?>();
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Collect = async (requests, context) =>
                {
                    await requests.MoveNext(context.CancellationToken);
                    received.SetResult();
                    ended.SetResult(await Record.ExceptionAsync(() => requests.MoveNext(CancellationToken.None)));
                    context.CancellationToken.IsCancellationRequested.ShouldBeTrue();
                    return new Note();
                },
            },
            Deadline);
        using var giveUp = new CancellationTokenSource();
        using var call = host.Client.Collect(cancellationToken: giveUp.Token);
        await call.RequestStream.WriteAsync(new Note(), Deadline);
        await received.Task.WaitAsync(Deadline);
        await giveUp.CancelAsync();
        (await ended.Task.WaitAsync(Deadline)).ShouldNotBeNull();
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task WriteAfterTheClientHasGone_Fails()
    {
        var written = new TaskCompletionSource<Exception?>();
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Expand = async (note, responses, context) =>
                {
                    await responses.WriteAsync(note);
                    var gone = new TaskCompletionSource();
                    using var registration = context.CancellationToken.Register(gone.SetResult);
                    await gone.Task;
                    written.SetResult(await Record.ExceptionAsync(() => responses.WriteAsync(note, CancellationToken.None)));
                },
            },
            Deadline);
        using (var call = host.Client.Expand(new Note(), cancellationToken: Deadline))
        {
            (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
        }

        (await written.Task.WaitAsync(Deadline)).ShouldBeOfType<InvalidOperationException>();
    }

    [Fact]
    public async Task OneReadGivenUp_EndsWithTheGivenToken()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Collect = async (requests, _) =>
                {
                    using var giveUp = new CancellationTokenSource(20);
                    await Should.ThrowAsync<OperationCanceledException>(requests.MoveNext(giveUp.Token));
                    await Should.ThrowAsync<OperationCanceledException>(requests.MoveNext(giveUp.Token));
                    return new Note { Text = "gave up" };
                },
            },
            Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);
        (await call).Text.ShouldBe("gave up");
    }
}
