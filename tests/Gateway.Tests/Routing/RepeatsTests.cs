using System.Collections.Concurrent;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Http;

namespace Gateway.Tests.Routing;

/// <summary>A service's own retry policy (gRFC A6), which its route has.</summary>
public sealed class RepeatsTests
{
    private const string Service = "acme.v1.Orders";

    private static readonly string[] Policy =
    [
        "Routes:orders:RetryPolicy:MaxAttempts=4",
        "Routes:orders:RetryPolicy:InitialBackoff=0.001s",
        "Routes:orders:RetryPolicy:MaxBackoff=0.01s",
        "Routes:orders:RetryPolicy:RetryableStatusCodes=UNAVAILABLE, RESOURCE_EXHAUSTED",
    ];

    private readonly ConcurrentQueue<string> _attempts = [];

    [Theory]
    [InlineData(0, "")]
    [InlineData(1, "1")]
    [InlineData(3, "1 2 3")]
    public async Task Call_FailsBeforeHeaders_IsRepeatedUntilItSucceeds(int failures, string previous)
    {
        await using var backend = await PlainBackend.StartAsync(context =>
            NextIs(context) <= failures ? PlainBackend.EndAsync(context, 14) : PlainBackend.AnswerAsync(context));

        (await AskAsync(backend)).StatusCode.ShouldBe(StatusCode.OK);

        string.Join(' ', _attempts.Where(attempt => attempt.Length > 0)).ShouldBe(previous);
        _attempts.Count.ShouldBe(failures + 1);
    }

    [Fact]
    public async Task Call_FailsAlways_EndsAfterTheAttemptsWithTheBackendsWords()
    {
        await using var backend = await PlainBackend.StartAsync(context =>
            PlainBackend.EndAsync(context, 14, ("grpc-message", $"no {NextIs(context)}")));

        var status = await AskAsync(backend);

        status.ShouldBe(new Status(StatusCode.Unavailable, "no 4"));
        _attempts.Count.ShouldBe(4);
    }

    [Theory]
    [InlineData(13)] // not in the policy
    [InlineData(3)]
    public async Task Call_OtherStatus_IsNotRepeated(int code)
    {
        await using var backend = await PlainBackend.StartAsync(context => PlainBackend.EndAsync(context, code * NextIs(context)));

        (await AskAsync(backend)).StatusCode.ShouldBe((StatusCode)code);

        _attempts.Count.ShouldBe(1);
    }

    [Fact]
    public async Task Call_FailsAfterHeaders_IsNotRepeated()
    {
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            NextIs(context);
            await context.Response.StartAsync();
            await PlainBackend.EndAsync(context, 14);
        });

        (await AskAsync(backend)).StatusCode.ShouldBe(StatusCode.Unavailable);

        _attempts.Count.ShouldBe(1);
    }

    [Fact]
    public async Task Call_AbortedAfterHeaders_IsNotRepeated()
    {
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            NextIs(context);
            await context.Response.StartAsync();
            await context.Response.Body.FlushAsync();
            context.Abort();
        });

        (await AskAsync(backend)).StatusCode.ShouldNotBe(StatusCode.OK);

        _attempts.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData("-1", 1)]
    [InlineData("soon", 1)]
    [InlineData("1", 2)]
    public async Task Call_Pushback_DecidesWhetherItIsRepeated(string pushback, int calls)
    {
        await using var backend = await PlainBackend.StartAsync(context => NextIs(context) == 1
            ? PlainBackend.EndAsync(context, 14, ("grpc-retry-pushback-ms", pushback)) : PlainBackend.AnswerAsync(context));

        await AskAsync(backend);

        _attempts.Count.ShouldBe(calls);
    }

    /// <summary>The policy's own pauses would last for minutes, at first or by the third.</summary>
    [Theory]
    [InlineData("10min", 1)]
    [InlineData("0.001s", 2)]
    public async Task Call_Pushback_CountsForAnyStatusAndBeginsThePausesAnew(string pause, int pushed)
    {
        await using var backend = await PlainBackend.StartAsync(context => NextIs(context) switch
        {
            var number when number <= pushed => PlainBackend.EndAsync(context, 10, ("grpc-retry-pushback-ms", "1")),
            3 => PlainBackend.EndAsync(context, 10),
            _ => PlainBackend.AnswerAsync(context),
        });
        await using var gateway = await StartAsync(
            backend.Address, $"Routes:orders:RetryPolicy:InitialBackoff={pause}", "Routes:orders:RetryPolicy:MaxBackoff=10min",
            "Routes:orders:RetryPolicy:BackoffMultiplier=100", "Routes:orders:RetryPolicy:RetryableStatusCodes=ABORTED");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        (await channel.AskAsync(Service)).StatusCode.ShouldBe(StatusCode.OK);
    }

    [Fact]
    public async Task Call_RepeatedByTheClientToo_TellsTheSum()
    {
        await using var backend = await PlainBackend.StartAsync(context => NextIs(context) == 1
            ? PlainBackend.EndAsync(context, 14) : PlainBackend.AnswerAsync(context));
        await using var gateway = await StartAsync(backend.Address);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        await channel.AskAsync(Service, metadata: new() { { "grpc-previous-rpc-attempts", "2" } });

        _attempts.ShouldBe(["2", "3"]);
    }

    /// <summary>A client could stop the repeats of all others by it.</summary>
    [Fact]
    public async Task Call_TooLargeForItsRoute_TakesNoToken()
    {
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            await context.Request.Body.CopyToAsync(Stream.Null);
            await (NextIs(context) == 1 ? PlainBackend.EndAsync(context, 14) : PlainBackend.AnswerAsync(context));
        });
        await using var gateway = await StartAsync(
            backend.Address, "Routes:orders:MaxRequestMessageBytes=10", "Routes:orders:RetryPolicy:MaxTokens=3");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        (await channel.AskAsync(Service, new byte[11])).StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        (await channel.AskAsync(Service)).StatusCode.ShouldBe(StatusCode.OK);
    }

    /// <summary>To its other calls the service says nothing by that.</summary>
    [Fact]
    public async Task Call_PushedBack_LeavesOtherCallsAlone()
    {
        await using var backend = await PlainBackend.StartAsync(context => NextIs(context) == 1
            ? PlainBackend.EndAsync(context, 14, ("grpc-retry-pushback-ms", "600000")) : PlainBackend.AnswerAsync(context));
        await using var gateway = await StartAsync(backend.Address);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var waits = channel.AskAsync(Service, deadline: TimeProvider.System.GetUtcNow().UtcDateTime.AddMinutes(5));
        await Deadline.UntilAsync(() => !_attempts.IsEmpty);

        (await channel.AskAsync(Service)).StatusCode.ShouldBe(StatusCode.OK);
        waits.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task Call_LargerThanWhatIsHeld_IsNotRepeated()
    {
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            NextIs(context);
            await context.Request.Body.CopyToAsync(Stream.Null);
            await PlainBackend.EndAsync(context, 14);
        });
        await using var gateway = await StartAsync(backend.Address, "HoldBytes=1024");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        (await channel.AskAsync(Service, new byte[10_000])).StatusCode.ShouldBe(StatusCode.Unavailable);

        _attempts.Count.ShouldBe(1);
    }

    [Fact]
    public async Task Call_DeadlinePassesInAPause_EndsWithIt()
    {
        await using var backend = await PlainBackend.StartAsync(context =>
        {
            NextIs(context);
            return PlainBackend.EndAsync(context, 14);
        });
        var (seconds, status) = (1, Status.DefaultSuccess);
        do
        {
            _attempts.Clear();
            await using var gateway = await StartAsync(
                backend.Address, "Routes:orders:RetryPolicy:InitialBackoff=10min", "Routes:orders:RetryPolicy:MaxBackoff=10min",
                $"Routes:orders:Timeout={seconds}s");
            using var channel = GrpcChannel.ForAddress(gateway.Http2);
            status = await channel.AskAsync(Service);
            seconds *= 5;
        }
        while (status.StatusCode == StatusCode.Unavailable && seconds < 60); // on a busy machine even the first answer may be late

        status.StatusCode.ShouldBe(StatusCode.DeadlineExceeded, status.Detail);
        status.Detail.ShouldStartWith("The route orders allows a call ");
        _attempts.Count.ShouldBe(1);
    }

    private int NextIs(HttpContext context)
    {
        _attempts.Enqueue(context.Request.Headers["grpc-previous-rpc-attempts"].ToString());
        return _attempts.Count;
    }

    private static Task<GatewayHost> StartAsync(Uri backend, params string[] settings) => GatewayHost.StartAsync(
        [], [.. Policy, $"Sets:orders:Backends={backend}", $"Routes:orders:Match={Service}", "Routes:orders:Set=orders", .. settings]);

    private static async Task<Status> AskAsync(PlainBackend backend)
    {
        await using var gateway = await StartAsync(backend.Address);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        return await channel.AskAsync(Service);
    }
}
