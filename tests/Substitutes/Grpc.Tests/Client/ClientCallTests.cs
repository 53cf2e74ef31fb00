using Google.Protobuf;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Http;

namespace Grpc.Tests.Client;

public sealed class ClientCallTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task Request_OnTheWire_HasTheProtocolsHeaders()
    {
        IHeaderDictionary? headers = null;
        await using var host = await OddServer.StartAsync(
            async http =>
            {
                headers = http.Request.Headers;
                await http.Response.WriteMessageAsync(new Note());
                http.Response.AppendTrailer("grpc-status", "0");
            },
            Deadline);
        var metadata = new Metadata { { "raw-bin", [1, 2] }, { "grpc-timeout", "mine" } };
        await host.Client.UnaryAsync(new Note(), metadata, TestDeadline.After(TimeSpan.FromSeconds(30)), Deadline);

        headers.ShouldNotBeNull();
        headers.ContentType.ToString().ShouldBe("application/grpc");
        headers.TE.ToString().ShouldBe("trailers");
        headers["grpc-accept-encoding"].ToString().ShouldBe("identity");
        headers["raw-bin"].ToString().ShouldBe("AQI");
        headers["grpc-timeout"].ToString().ShouldMatch("^(2[0-9]{7}u|30000000u)$");
    }

    [Theory]
    [InlineData("größer")]
    [InlineData("a\r\nb: c")]
    public async Task Request_MetadataThatIsNotAscii_IsInternal(string value)
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        using var call = host.Client.UnaryAsync(new Note(), [new("name", value)], cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Internal);
    }

    [Fact]
    public async Task Unary_Blocking_IsAnswered()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        var answer = await Task.Run(() => host.Client.Unary(new Note { Number = 1 }, cancellationToken: Deadline), Deadline);
        answer.Number.ShouldBe(2);
    }

    [Fact]
    public async Task GetStatus_BeforeTheEnd_Fails()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        using var call = host.Client.Converse(cancellationToken: Deadline);
        Should.Throw<InvalidOperationException>(() => call.GetStatus());
        Should.Throw<InvalidOperationException>(call.GetTrailers);
        await call.RequestStream.CompleteAsync();
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeFalse();
        call.GetStatus().StatusCode.ShouldBe(StatusCode.OK);
        call.GetTrailers().Get("grpc-status").ShouldBeNull();
    }

    [Fact]
    public async Task Deadline_ThatPasses_IsExceeded()
    {
        await using var host = await OddServer.StartAsync(http => Task.Delay(Timeout.Infinite, http.RequestAborted), Deadline);
        using var call = host.Client.UnaryAsync(
            new Note(), deadline: TestDeadline.After(TimeSpan.FromMilliseconds(50)), cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    [Fact]
    public async Task Deadline_ThatHasPassed_IsExceededWithoutARequest()
    {
        var requests = 0;
        await using var host = await OddServer.StartAsync(
            _ =>
            {
                requests++;
                return Task.CompletedTask;
            },
            Deadline);
        using var unary = host.Client.UnaryAsync(
            new Note(), deadline: TestDeadline.After(TimeSpan.FromSeconds(-1)), cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(unary.ResponseAsync)).StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        using var upload = host.Client.Collect(deadline: TestDeadline.After(TimeSpan.FromSeconds(-1)), cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(upload.RequestStream.WriteAsync(new Note(), Deadline))).StatusCode
            .ShouldBe(StatusCode.DeadlineExceeded);
        requests.ShouldBe(0);
    }

    [Fact]
    public async Task Deadline_NotInUtc_IsRefused()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        var local = new CallOptions(deadline: TimeProvider.System.GetLocalNow().LocalDateTime.AddMinutes(1), cancellationToken: Deadline);
        Should.Throw<ArgumentException>(() => host.Client.UnaryAsync(new Note(), local));
    }

    [Fact]
    public async Task Deadline_FarAway_IsNoProblem()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        await host.Client.UnaryAsync(new Note(), deadline: TestDeadline.After(TimeSpan.FromDays(365_000)), cancellationToken: Deadline);
        await host.Client.UnaryAsync(new Note(), deadline: DateTime.MaxValue, cancellationToken: Deadline);
    }

    [Fact]
    public async Task Cancellation_OfEachKind_IsCancelled()
    {
        await using var host = await OddServer.StartAsync(http => Task.Delay(Timeout.Infinite, http.RequestAborted), Deadline);
        using var giveUp = new CancellationTokenSource();
        using var unary = host.Client.UnaryAsync(new Note(), cancellationToken: giveUp.Token);
        using var collect = host.Client.Collect(cancellationToken: giveUp.Token);
        using var expand = host.Client.Expand(new Note(), cancellationToken: giveUp.Token);
        using var converse = host.Client.Converse(cancellationToken: giveUp.Token);
        await collect.RequestStream.WriteAsync(new Note(), Deadline);
        await converse.RequestStream.WriteAsync(new Note(), Deadline);
        var next = expand.ResponseStream.MoveNext(Deadline);
        await giveUp.CancelAsync();

        foreach (var task in (Task[])
            [
                unary.ResponseAsync, unary.ResponseHeadersAsync, collect.ResponseAsync, next, converse.ResponseStream.MoveNext(Deadline),
                collect.RequestStream.WriteAsync(new Note(), Deadline), converse.RequestStream.WriteAsync(new Note(), Deadline),
            ])
        {
            (await Should.ThrowAsync<RpcException>(task)).StatusCode.ShouldBe(StatusCode.Cancelled);
        }
    }

    [Fact]
    public async Task Cancellation_BeforeTheCall_IsCancelled()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        using var call = host.Client.UnaryAsync(new Note(), cancellationToken: new CancellationToken(canceled: true));
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task Cancellation_OfOneRead_EndsTheCall()
    {
        await using var host = await OddServer.StartAsync(http => Task.Delay(Timeout.Infinite, http.RequestAborted), Deadline);
        using var call = host.Client.Expand(new Note(), cancellationToken: Deadline);
        using var giveUp = new CancellationTokenSource(20);
        (await Should.ThrowAsync<RpcException>(call.ResponseStream.MoveNext(giveUp.Token))).StatusCode.ShouldBe(StatusCode.Cancelled);
        call.GetStatus().StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task Channel_Disposed_CancelsItsCallsAndTakesNoMore()
    {
        await using var host = await OddServer.StartAsync(http => Task.Delay(Timeout.Infinite, http.RequestAborted), Deadline);
        using var channel = GrpcChannel.ForAddress(host.Address);
        using var call = new Kinds.KindsClient(channel).UnaryAsync(new Note(), cancellationToken: Deadline);
        await channel.ShutdownAsync();
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Cancelled);
        Should.Throw<ObjectDisposedException>(() => new Kinds.KindsClient(channel));
    }

    [Fact]
    public async Task Message_LargerThanTheSendLimit_IsResourceExhausted()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        using var channel = GrpcChannel.ForAddress(host.Address, new GrpcChannelOptions { MaxSendMessageSize = 10 });
        var client = new Kinds.KindsClient(channel);
        var large = new Note { Text = "more than ten bytes" };
        using var unary = client.UnaryAsync(large, cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(unary.ResponseAsync)).StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        using var upload = client.Collect(cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(upload.RequestStream.WriteAsync(large, Deadline))).StatusCode
            .ShouldBe(StatusCode.ResourceExhausted);
    }

    [Theory]
    [InlineData(10, StatusCode.ResourceExhausted)]
    [InlineData(null, StatusCode.OK)]
    public async Task Message_AgainstTheReceiveLimit_IsJudged(int? limit, StatusCode expected)
    {
        await using var host = await GrpcHost.StartAsync(
            new Script { Unary = (_, _) => Task.FromResult(new Note { Data = ByteString.CopyFrom(new byte[5_000_000]) }) },
            Deadline);
        using var channel = GrpcChannel.ForAddress(host.Address, new GrpcChannelOptions { MaxReceiveMessageSize = limit });
        using var call = new Kinds.KindsClient(channel).UnaryAsync(new Note(), cancellationToken: Deadline);
        await call.ResponseAsync.ContinueWith(task => task.Exception, Deadline, TaskContinuationOptions.None, TaskScheduler.Default);
        call.GetStatus().StatusCode.ShouldBe(expected);
    }
}
