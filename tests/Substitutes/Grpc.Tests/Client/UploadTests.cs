using System.Diagnostics;
using Google.Protobuf;
using Grpc.Net.Client;

namespace Grpc.Tests.Client;

public sealed class UploadTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task ServerAnswersEarly_TheAnswerIsThereAndFurtherWritesFail()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Collect = async (requests, _) =>
                {
                    await requests.MoveNext(Deadline);
                    return new Note { Text = "known" };
                },
            },
            Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);
        var chunk = new Note { Data = UnsafeByteOperations.UnsafeWrap(new byte[64 * 1024]) };

        // No matter when the answer comes: some write finds the call over.
        var failure = await Should.ThrowAsync<RpcException>(() => WriteForeverAsync(call.RequestStream, chunk));
        failure.StatusCode.ShouldBe(StatusCode.OK);
        (await call.ResponseAsync).Text.ShouldBe("known");
        (await Should.ThrowAsync<RpcException>(call.RequestStream.WriteAsync(chunk, Deadline))).StatusCode.ShouldBe(StatusCode.OK);
        await call.RequestStream.CompleteAsync();
        call.GetStatus().StatusCode.ShouldBe(StatusCode.OK);
    }

    [Fact]
    public async Task ServerRefusesEarly_EveryMemberSaysTheSame()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Collect = (_, _) => throw new RpcException(new Status(StatusCode.ResourceExhausted, "full"), [new("retry", "1")]),
            },
            Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);
        var chunk = new Note { Data = UnsafeByteOperations.UnsafeWrap(new byte[64 * 1024]) };
        var failure = await Should.ThrowAsync<RpcException>(() => WriteForeverAsync(call.RequestStream, chunk));
        failure.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        failure.Status.Detail.ShouldBe("full");
        failure.Trailers.GetValue("retry").ShouldBe("1");
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).Status.Detail.ShouldBe("full");
    }

    [Fact]
    public async Task EarlyAnswers_ManyOnOneConnection_LeaveItUsable()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script { Collect = (_, _) => Task.FromResult(new Note { Text = "known" }) }, Deadline);
        var chunk = new Note { Data = UnsafeByteOperations.UnsafeWrap(new byte[256 * 1024]) };
        for (var i = 0; i < 50; i++)
        {
            using var call = host.Client.Collect(cancellationToken: Deadline);
            await Record.ExceptionAsync(() => call.RequestStream.WriteAsync(chunk, Deadline));
            (await call.ResponseAsync).Text.ShouldBe("known");
        }

        (await host.Client.UnaryAsync(new Note { Number = 1 }, cancellationToken: Deadline)).Number.ShouldBe(2);
    }

    [Fact]
    public async Task WriteAsync_AfterComplete_Fails()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);
        await call.RequestStream.CompleteAsync();
        await Should.ThrowAsync<InvalidOperationException>(call.RequestStream.WriteAsync(new Note(), Deadline));
        await call;
    }

    [Fact]
    public async Task WriteAsync_WhileAnotherIsUnderWay_Fails()
    {
        var goOn = new TaskCompletionSource();
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Collect = async (requests, _) =>
                {
                    await goOn.Task;
                    return new Note { Number = await requests.ReadAllAsync(Deadline).CountAsync(Deadline) };
                },
            },
            Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);

        // More than the server's window: it cannot complete while nobody reads.
        var first = call.RequestStream.WriteAsync(new Note { Data = ByteString.CopyFrom(new byte[3_000_000]) }, Deadline);
        await Should.ThrowAsync<InvalidOperationException>(call.RequestStream.WriteAsync(new Note(), Deadline));
        await Should.ThrowAsync<InvalidOperationException>(call.RequestStream.CompleteAsync());
        goOn.SetResult();
        await first;
        await call.RequestStream.CompleteAsync();
        (await call).Number.ShouldBe(1);
    }

    [Fact]
    public async Task WriteAsync_GivenUp_CancelsTheCall()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Collect = async (_, context) =>
                {
                    await Task.Delay(Timeout.Infinite, context.CancellationToken);
                    return new Note();
                },
            },
            Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);
        using var giveUp = new CancellationTokenSource(50);
        var write = call.RequestStream.WriteAsync(new Note { Data = ByteString.CopyFrom(new byte[3_000_000]) }, giveUp.Token);
        (await Should.ThrowAsync<RpcException>(write)).StatusCode.ShouldBe(StatusCode.Cancelled);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    public static TheoryData<Exception> TransportFailures =>
    [
        new IOException("broken"),
        new HttpRequestException("broken"),
        new HttpProtocolException(2, "broken", innerException: null),
    ];

    [Theory]
    [MemberData(nameof(TransportFailures), DisableDiscoveryEnumeration = true)]
    public async Task WriteAsync_TransportFails_ThrowsWhatTheTransportThrew(Exception failure)
    {
        using var handler = new BrokenHandler(failure);
        using var channel = GrpcChannel.ForAddress("http://localhost", new GrpcChannelOptions { HttpHandler = handler });
        using var call = new Kinds.KindsClient(channel).Collect(cancellationToken: Deadline);

        (await Record.ExceptionAsync(() => call.RequestStream.WriteAsync(new Note(), Deadline))).ShouldBeSameAs(failure);
        call.Dispose();
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task WriteOptions_BufferHint_AreTakenFromTheCall()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        var hint = new WriteOptions(WriteFlags.BufferHint);
        using var call = host.Client.Collect(new CallOptions(cancellationToken: Deadline).WithWriteOptions(hint));
        call.RequestStream.WriteOptions.ShouldBeSameAs(hint);
        for (var i = 0; i < 1000; i++)
        {
            await call.RequestStream.WriteAsync(new Note { Number = 1 }, Deadline);
        }

        await call.RequestStream.CompleteAsync();
        (await call).Number.ShouldBe(1000);
    }

    /// <summary>Takes the headers, fails every write of the body, and never answers.</summary>
    private sealed class BrokenHandler(Exception failure) : HttpMessageHandler
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            await request.Content!.CopyToAsync(new BrokenStream(failure), cancellationToken);
            throw new UnreachableException("The body does not end before it is cancelled.");
        }
    }

    private sealed class BrokenStream(Exception failure) : MemoryStream
    {
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            ValueTask.FromException(failure);
    }

    private static async Task WriteForeverAsync(IAsyncStreamWriter<Note> stream, Note note)
    {
        while (true)
        {
            await stream.WriteAsync(note, Deadline);
        }
    }
}
