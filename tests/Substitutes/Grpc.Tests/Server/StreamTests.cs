using Google.Protobuf;

namespace Grpc.Tests.Server;

public sealed class StreamTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task MoveNext_MessageThatHasArrived_IsAnsweredWithoutWaiting()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Collect = async (requests, _) =>
                {
                    (await requests.MoveNext(CancellationToken.None)).ShouldBeTrue();
                    var sum = requests.Current.Number;
                    for (var i = 0; i < 2; i++)
                    {
                        var next = requests.MoveNext(CancellationToken.None);
                        next.IsCompletedSuccessfully.ShouldBeTrue();
                        (await next).ShouldBeTrue();
                        sum += requests.Current.Number;
                    }

                    (await requests.MoveNext(CancellationToken.None)).ShouldBeFalse();
                    return new Note { Number = sum };
                },
            },
            Deadline);
        using var raw = new RawClient(host);
        byte[] body = [.. Enumerable.Range(1, 3).SelectMany(i => Frame.Of(new Note { Number = i }))];
        var answer = await raw.PostAsync("/grpc.tests.Kinds/Collect", body, Deadline);
        answer.Trailers["grpc-status"].ShouldBe("0");
        answer.Body.ShouldBe(Frame.Of(new Note { Number = 6 }));
    }

    [Fact]
    public async Task MoveNext_WhileAnotherWaits_Fails()
    {
        var refused = new TaskCompletionSource();
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Collect = async (requests, _) =>
                {
                    var first = requests.MoveNext(CancellationToken.None);
                    await Should.ThrowAsync<InvalidOperationException>(requests.MoveNext(CancellationToken.None));
                    refused.SetResult();
                    await first;
                    var note = requests.Current;
                    (await requests.MoveNext(CancellationToken.None)).ShouldBeFalse();
                    return note;
                },
            },
            Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);
        await refused.Task.WaitAsync(Deadline);
        await call.RequestStream.WriteAsync(new Note { Text = "one" }, Deadline);
        await call.RequestStream.CompleteAsync();
        (await call).Text.ShouldBe("one");
    }

    [Fact]
    public async Task WriteAsync_BufferHint_WaitsForTheNextFlush()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Expand = async (note, responses, context) =>
                {
                    var body = context.GetHttpContext().Response.BodyWriter;
                    responses.WriteOptions = new WriteOptions(WriteFlags.BufferHint);
                    await responses.WriteAsync(note);
                    body.UnflushedBytes.ShouldBeGreaterThan(0);
                    context.WriteOptions.ShouldBeSameAs(responses.WriteOptions);
                    responses.WriteOptions = null;
                    await responses.WriteAsync(note);
                    body.UnflushedBytes.ShouldBe(0);
                },
            },
            Deadline);
        using var call = host.Client.Expand(new Note { Text = "x" }, cancellationToken: Deadline);
        (await call.ResponseStream.ReadAllAsync(Deadline).CountAsync(Deadline)).ShouldBe(2);
    }

    [Fact]
    public async Task WriteAsync_NullMessage_Fails()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script { Expand = (_, responses, _) => Should.ThrowAsync<ArgumentNullException>(responses.WriteAsync(null!)) }, Deadline);
        using var call = host.Client.Expand(new Note(), cancellationToken: Deadline);
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeFalse();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(65_536)]
    [InlineData(4_000_000)]
    public async Task Messages_OfAnySize_ComeBackAsTheyWent(int size)
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        var data = new byte[size];
        new Random(size).NextBytes(data);
        using var call = host.Client.Converse(cancellationToken: Deadline);
        for (var i = 0; i < 3; i++)
        {
            await call.RequestStream.WriteAsync(new Note { Number = i, Data = UnsafeByteOperations.UnsafeWrap(data) }, Deadline);
            (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
            call.ResponseStream.Current.Number.ShouldBe(i);
            call.ResponseStream.Current.Data.Span.SequenceEqual(data).ShouldBeTrue();
        }
    }

    [Fact]
    public async Task Converse_HalfCloseFromTheClient_LetsTheServerGoOn()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Converse = async (requests, responses, _) =>
                {
                    var count = await requests.ReadAllAsync(Deadline).CountAsync(Deadline);
                    for (var i = 0; i < count; i++)
                    {
                        await responses.WriteAsync(new Note { Number = i });
                    }
                },
            },
            Deadline);
        using var call = host.Client.Converse(cancellationToken: Deadline);
        for (var i = 0; i < 10; i++)
        {
            await call.RequestStream.WriteAsync(new Note(), Deadline);
        }

        await call.RequestStream.CompleteAsync();
        (await call.ResponseStream.ReadAllAsync(Deadline).CountAsync(Deadline)).ShouldBe(10);
    }
}
