using System.Diagnostics;
using System.Net;
using Gateway.Features.Headers;
using Gateway.Tests.BadInput;
using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Passing;

/// <summary>Calls of a service that the gateway knows nothing of.</summary>
public sealed class PassingTests
{
    /// <summary>A timer may be early by so much.</summary>
    private static readonly TimeSpan Clocks = TimeSpan.FromMilliseconds(50);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Ask_MetadataOfAllKinds_PassesBothWays()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        using var call = new Rpc.ForeignClient(channel).AskAsync(
            new Letter { Text = "hello" },
            new Metadata { { "who", "me" }, { "which-bin", [1, 2, 3] }, { "x-forwarded-for", "1.2.3.4" }, { "forwarded", "for=1.2.3.4" } },
            cancellationToken: Token);
        var answer = await call.ResponseAsync.Within();

        answer.Text.ShouldBe("hello");
        foreign.Events.Headers["who"].ShouldBe("me");
        foreign.Events.Headers["which-bin"].ShouldBe("010203");
        foreign.Events.Headers["x-forwarded-for"].ShouldBe("127.0.0.1");
        foreign.Events.Headers.ShouldNotContainKey("forwarded");
        var headers = await call.ResponseHeadersAsync.Within();
        headers.GetValue("early").ShouldBe("header");
        headers.GetValueBytes("early-bin").ShouldBe([9, 0, 200]);
        call.GetTrailers().GetValue("late").ShouldBe("trailer");
    }

    [Fact]
    public async Task Ask_Refused_PassesStatusAndTrailers()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        var refused = await Should.ThrowAsync<RpcException>(
            async () => await new Rpc.ForeignClient(channel).AskAsync(new Letter { Text = "refuse" }, cancellationToken: Token));

        refused.StatusCode.ShouldBe(StatusCode.FailedPrecondition);
        refused.Status.Detail.ShouldBe("Not nöw: 100 %.");
        refused.Trailers.GetValue("why").ShouldBe("so");
        refused.Trailers.GetValueBytes("raw-bin").ShouldBe([1, 2, 255]);
    }

    [Fact]
    public async Task Ask_UnknownMethod_PassesTheBackendsWord()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var method = new Method<Letter, Letter>(
            MethodType.Unary, "foreign.v1.Foreign", "Nothing", Letters, Letters);

        var refused = await Should.ThrowAsync<RpcException>(
            async () => await channel.CreateCallInvoker().AsyncUnaryCall(method, null, default, new Letter()));

        refused.StatusCode.ShouldBe(StatusCode.Unimplemented);
        refused.Status.Detail.ShouldBe("Method is unimplemented.");
    }

    [Fact]
    public async Task Streams_OfAllKinds_Pass()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var client = new Rpc.ForeignClient(channel);

        using var collect = client.Collect(cancellationToken: Token);
        for (var i = 0; i < 100; i++)
        {
            await collect.RequestStream.WriteAsync(new Letter { Text = new string('x', 10_000) }, Token);
        }

        await collect.RequestStream.CompleteAsync();
        (await collect.ResponseAsync.Within()).Text.ShouldBe("100");

        using var scatter = client.Scatter(new Letter { Text = "n" }, cancellationToken: Token);
        var scattered = new List<string>();
        while (await scatter.ResponseStream.MoveNext(Token))
        {
            scattered.Add(scatter.ResponseStream.Current.Text);
        }

        scattered.ShouldBe(["n0", "n1", "n2", "n3", "n4"]);

        using var chat = client.Chat(cancellationToken: Token);
        foreach (var word in new[] { "one", "two", "three" })
        {
            await chat.RequestStream.WriteAsync(new Letter { Text = word }, Token).Within();
            (await chat.ResponseStream.MoveNext(Token).Within()).ShouldBeTrue();
            chat.ResponseStream.Current.Text.ShouldBe(word, "each is answered before the next is sent");
        }

        await chat.RequestStream.CompleteAsync();
        (await chat.ResponseStream.MoveNext(Token).Within()).ShouldBeFalse();
    }

    [Fact]
    public async Task Collect_AnsweredEarly_StopsTheSender()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        using var collect = new Rpc.ForeignClient(channel).Collect(cancellationToken: Token);
        await collect.RequestStream.WriteAsync(new Letter { Text = "enough" }, Token).Within();

        (await collect.ResponseAsync.Within()).Text.ShouldBe("1");
        await Should.ThrowAsync<Exception>(WriteOnAsync().Within());

        async Task WriteOnAsync()
        {
            while (true)
            {
                await collect.RequestStream.WriteAsync(new Letter { Text = "more" }, Token);
            }
        }
    }

    [Fact]
    public async Task Ask_ClientLeaves_BackendIsTold()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var leave = new CancellationTokenSource();

        using var call = new Rpc.ForeignClient(channel).AskAsync(new Letter { Text = "wait" }, cancellationToken: leave.Token);
        await foreign.Events.Waiting.Task.Within();
        await leave.CancelAsync();

        await foreign.Events.Cancelled.Task.Within();
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task Ask_ManyClientsCallsAreReset_EveryPlaceComesBack()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address], "ConnectionsPerBackend=1");
        using (var channel = GrpcChannel.ForAddress(gateway.Http2))
        {
            for (var round = 0; round < 10; round++)
            {
                using var leave = new CancellationTokenSource();
                var calls = Enumerable.Range(0, 50)
                    .Select(_ => new Rpc.ForeignClient(channel).AskAsync(new Letter { Text = "wait" }, cancellationToken: leave.Token))
                    .ToList();
                await foreign.Events.Waiting.Task.Within();
                await leave.CancelAsync();
                foreach (var call in calls)
                {
                    await Should.ThrowAsync<RpcException>(call.ResponseAsync).Within();
                }
            }
        }

        await gateway.UntilMetricAsync("gateway_calls_in_flight{", 0);
        await gateway.UntilMetricAsync("gateway_backend_connections{", 1);
        using var other = GrpcChannel.ForAddress(gateway.Http2);
        (await new Rpc.ForeignClient(other).AskAsync(new Letter { Text = "hello" }, cancellationToken: Token)).Text.ShouldBe("hello");
    }

    [Fact]
    public async Task Ask_FirstBackendRefusesLate_PassesTheDeadlineLessTheTimeSpent()
    {
        var spent = TimeSpan.FromMilliseconds(300);
        await using var refusing = new ScriptedBackend(async (connection, stream) =>
        {
            await Task.Delay(spent, Token);
            await connection.FrameAsync(ScriptedConnection.ResetStream, 0, stream, ScriptedConnection.Number(7));
        });
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync([refusing.Address, foreign.Address]);

        while (refusing.Calls == 0)
        {
            using var answered = await RawCall.SendAsync(gateway.Http2, "/foreign.v1.Foreign/Ask", timeout: "300S");
            GrpcStatus.Of(answered).ShouldBe("0");
        }

        CallTimeout.TryParse(foreign.Events.Timeout, out var left).ShouldBeTrue();
        left.ShouldBeInRange(TimeSpan.FromMinutes(3), TimeSpan.FromMinutes(5) - spent + Clocks);
    }

    [Fact]
    public async Task Ask_DeadlinePasses_IsDeadlineExceeded()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        var late = await Should.ThrowAsync<RpcException>(async () => await new Rpc.ForeignClient(channel).AskAsync(
            new Letter { Text = "wait" },
            deadline: TimeProvider.System.GetUtcNow().UtcDateTime.AddMilliseconds(300),
            cancellationToken: Token));

        late.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        await foreign.Events.Cancelled.Task.Within();
    }

    [Fact]
    public async Task Ask_GatewayHasAKeyOfItsOwn_ClientsKeysStopHere()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address], "BackendKey=id.own");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        await new Rpc.ForeignClient(channel).AskAsync(
            new Letter { Text = "hello" },
            new Metadata { { "x-api-key", "id.theirs" }, { "authorization", "Bearer id.theirs" } },
            cancellationToken: Token);

        foreign.Events.Headers["authorization"].ShouldBe("Bearer id.own");
        foreign.Events.Headers.ShouldNotContainKey("x-api-key");
    }

    [Theory]
    [InlineData("true", 1)]
    [InlineData("false", 0)]
    public async Task Reflection_IsSet_PassesOrDoesNot(string reflection, int calls)
    {
        await using var backend = new ScriptedBackend((connection, stream) => connection.AnswerAsync(stream));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, $"Reflection={reflection}");

        using var response = await RawCall.SendAsync(gateway.Http2, "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo");

        response.StatusCode.ShouldBe(calls == 1 ? HttpStatusCode.OK : HttpStatusCode.NotFound);
        backend.Calls.ShouldBe(calls);
    }

    [Fact]
    public async Task Ask_Traced_IsPartOfTheClientsTrace()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var trace = ActivityTraceId.CreateRandom();

        await new Rpc.ForeignClient(channel).AskAsync(
            new Letter { Text = "hello" },
            new Metadata { { "traceparent", $"00-{trace}-{ActivitySpanId.CreateRandom()}-01" } },
            cancellationToken: Token);

        foreign.Events.Headers["traceparent"].ShouldContain(trace.ToString());
    }

    private static Marshaller<Letter> Letters { get; } = Marshallers.Create(
        letter => Google.Protobuf.MessageExtensions.ToByteArray(letter), Letter.Parser.ParseFrom);
}
