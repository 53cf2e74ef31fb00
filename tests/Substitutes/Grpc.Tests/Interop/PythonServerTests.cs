using Google.Protobuf;

namespace Grpc.Tests.Interop;

/// <summary>Our client, judged by a server that nobody here wrote.</summary>
public sealed class PythonServerTests : IAsyncLifetime
{
    private PythonServer _server = null!;

    private static CancellationToken Deadline => TestDeadline.Token;

    private Kinds.KindsClient Client => _server.Client;

    public async ValueTask InitializeAsync() => _server = await PythonServer.StartAsync(Deadline);

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    [Fact]
    public async Task FourKinds_Work()
    {
        var echo = new Note { Text = "echo", Number = 1, Data = ByteString.CopyFrom(0, 255) };
        (await Client.UnaryAsync(echo, cancellationToken: Deadline)).ShouldBe(new Note(echo) { Number = 2 });
        (await Client.UnaryAsync(new Note(), cancellationToken: Deadline)).ShouldBe(new Note { Number = 1 });

        using var collect = Client.Collect(cancellationToken: Deadline);
        for (var i = 1; i <= 1000; i++)
        {
            await collect.RequestStream.WriteAsync(new Note { Text = "x", Number = i }, Deadline);
        }

        await collect.RequestStream.CompleteAsync();
        (await collect).ShouldBe(new Note { Text = new string('x', 1000), Number = 500_500 });

        using var expand = Client.Expand(new Note { Text = "y", Number = 1000 }, cancellationToken: Deadline);
        (await expand.ResponseStream.ReadAllAsync(Deadline).Select(note => note.Number).ToListAsync(Deadline))
            .ShouldBe(Enumerable.Range(0, 1000));

        await Client.ShouldConverseAsync(100, Deadline);
    }

    [Fact]
    public async Task Metadata_GoesBothWays()
    {
        var sent = new Metadata { { "ask", "v 1" }, { "ask-bin", [0, 1, 254, 255] } };
        using var call = Client.UnaryAsync(new Note { Text = "metadata" }, sent, cancellationToken: Deadline);
        (await call).Data.ToStringUtf8().ShouldNotBeEmpty();
        var headers = await call.ResponseHeadersAsync;
        headers.GetValue("told").ShouldBe("v 1");
        headers.GetValueBytes("told-bin").ShouldBe([0, 1, 254, 255]);
        call.GetTrailers().GetValue("trail").ShouldBe("v 1");
        call.GetTrailers().GetValueBytes("trail-bin").ShouldBe([0, 1, 254, 255]);
    }

    [Fact]
    public async Task EveryStatusCode_ArrivesWithDetailAndTrailers()
    {
        foreach (var code in Enum.GetValues<StatusCode>().Where(code => code != StatusCode.OK))
        {
            using var call = Client.UnaryAsync(new Note { Text = $"code:{(int)code}" }, cancellationToken: Deadline);
            var failure = await Should.ThrowAsync<RpcException>(call.ResponseAsync);
            failure.StatusCode.ShouldBe(code);
            failure.Status.Detail.ShouldBe("größer 100 %\n");
            failure.Trailers.GetValue("own").ShouldBe("1");
            failure.Trailers.GetValueBytes("grpc-status-details-bin").ShouldBe([8, 5, 0, 255]);
        }
    }

    [Fact]
    public async Task FailureAfterMessages_ComesAfterThem()
    {
        using var call = Client.Expand(new Note { Text = "fail", Number = 3 }, cancellationToken: Deadline);
        for (var i = 0; i < 3; i++)
        {
            (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
        }

        (await Should.ThrowAsync<RpcException>(call.ResponseStream.MoveNext(Deadline))).StatusCode.ShouldBe(StatusCode.Aborted);
    }

    [Fact]
    public async Task UnexpectedExceptionAndUnknownMethod_AreToldApart()
    {
        using var thrown = Client.UnaryAsync(new Note { Text = "throw" }, cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(thrown.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Unknown);

        var marshaller = Marshallers.Create<string>(_ => [], _ => "");
        var method = new Method<string, string>(MethodType.Unary, "grpc.tests.Nobody", "Nothing", marshaller, marshaller);
        var options = new CallOptions(cancellationToken: Deadline);
        using var unknown = _server.Channel.CreateCallInvoker().AsyncUnaryCall(method, null, options, "");
        (await Should.ThrowAsync<RpcException>(unknown.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Unimplemented);
    }

    [Fact]
    public async Task Deadline_IsToldAndKept()
    {
        var left = await Client.UnaryAsync(
            new Note { Text = "remaining" }, deadline: TestDeadline.After(TimeSpan.FromMinutes(2)), cancellationToken: Deadline);
        left.Number.ShouldBeInRange(1000, 120_000);

        using var call = Client.UnaryAsync(
            new Note { Text = "sleep" }, deadline: TestDeadline.After(TimeSpan.FromMilliseconds(200)), cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    [Fact]
    public async Task Cancellation_ReachesTheServer()
    {
        using (var call = Client.Expand(new Note { Text = "endless" }, cancellationToken: Deadline))
        {
            for (var i = 0; i < 10; i++)
            {
                (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
            }
        }

        while ((await Client.UnaryAsync(new Note { Text = "cancelled?" }, cancellationToken: Deadline)).Number == 0)
        {
            await Task.Delay(20, Deadline);
        }
    }

    [Fact]
    public async Task BigMessages_ComeBack()
    {
        var data = new byte[3_800_000];
        new Random(1).NextBytes(data);
        var answer = await Client.UnaryAsync(new Note { Data = UnsafeByteOperations.UnsafeWrap(data) }, cancellationToken: Deadline);
        answer.Data.Span.SequenceEqual(data).ShouldBeTrue();

        using var call = Client.UnaryAsync(new Note { Data = ByteString.CopyFrom(new byte[5_000_000]) }, cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.ResourceExhausted);
    }

    [Fact]
    public async Task ResponseCompressedWithoutBeingAsked_IsInternal()
    {
        // The C core compresses when its application says so, although the request accepts nothing but identity.
        using var call = Client.UnaryAsync(
            new Note { Text = "compress", Data = ByteString.CopyFrom(new byte[100_000]) }, cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Internal);
    }

    [Theory]
    [InlineData("early", StatusCode.OK)]
    [InlineData("refuse", StatusCode.ResourceExhausted)]
    public async Task UploadEndedByTheServer_EndsWithItsStatus(string text, StatusCode expected)
    {
        using var call = Client.Collect(cancellationToken: Deadline);
        var chunk = new Note { Text = text, Data = UnsafeByteOperations.UnsafeWrap(new byte[64 * 1024]) };
        var failure = await Should.ThrowAsync<RpcException>(async () =>
        {
            while (true)
            {
                await call.RequestStream.WriteAsync(chunk, Deadline);
            }
        });
        failure.StatusCode.ShouldBe(expected);
        await call.ResponseAsync.ContinueWith(task => task.Exception, Deadline, TaskContinuationOptions.None, TaskScheduler.Default);
        call.GetStatus().StatusCode.ShouldBe(expected);
    }

    [Fact]
    public async Task LargeUpload_Arrives()
    {
        using var call = Client.Collect(cancellationToken: Deadline);
        var chunk = new Note { Number = 1, Data = UnsafeByteOperations.UnsafeWrap(new byte[64 * 1024]) };
        for (var i = 0; i < 800; i++)
        {
            await call.RequestStream.WriteAsync(chunk, Deadline);
        }

        await call.RequestStream.CompleteAsync();
        (await call).Number.ShouldBe(800);
    }

    [Fact]
    public async Task ServerThatDies_IsUnavailable()
    {
        using var call = Client.Expand(new Note { Text = "endless" }, cancellationToken: Deadline);
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
        _server.Kill();
        var failure = await Should.ThrowAsync<RpcException>(async () =>
        {
            while (await call.ResponseStream.MoveNext(Deadline))
            {
            }
        });
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        using var next = Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(next.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Unavailable);
    }
}
