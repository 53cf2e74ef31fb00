using System.Net;
using Gateway.Features.Upstream;
using Gateway.Tests.BadInput;

namespace Gateway.Tests.Passing;

/// <summary>
/// A path names one method everywhere, or it is none: what the gateway let pass as a question of health must not be another call to the
/// backend, which sees the gateway's own key.
/// </summary>
public sealed class CallPathTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(@"/grpc.health.v1.Health/..\analyzer.v1.Analyzer\DeleteResult")]
    [InlineData("/grpc.health.v1.Health/..%5canalyzer.v1.Analyzer%5CDeleteResult")]
    [InlineData("/grpc.health.v1.Health/Check%3Fa")]
    [InlineData("/grpc.health.v1.Health/Check%23a")]
    [InlineData("/grpc.health.v1.Health/%2525")]
    [InlineData(@"/grpc.reflection.v1.ServerReflection/..\analyzer.v1.Analyzer\DeleteResult")]
    [InlineData("/grpc.reflection.v1.ServerReflection/..%5canalyzer.v1.Analyzer%5CDeleteResult")]
    [InlineData("/grpc.reflection.v1.ServerReflection/Info%3Fa")]
    [InlineData("/grpc.reflection.v1.ServerReflection/Info%23a")]
    [InlineData(@"/grpc.reflection.\..\analyzer.v1.Analyzer/DeleteResult")]
    [InlineData("/grpc.health.v1.Health/Check/")]
    [InlineData("/foreign.v1.Foreign/Ask?x=1")]
    [InlineData("/foreign.v1.Foreign/%41sk")]
    [InlineData("/x/../foreign.v1.Foreign/Ask")]
    [InlineData("/analyzer.v1.Analyzer/DeleteResult/")]
    public async Task Call_PathThatIsNoMethod_ReachesNoBackend(string path)
    {
        await using var backend = new ScriptedBackend((connection, stream) => connection.AnswerAsync(stream));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);

        using var refused = await RawCall.SendAsync(gateway.Http2, path);

        backend.Calls.ShouldBe(0);

        // To a gRPC client 404 is UNIMPLEMENTED too.
        (refused.StatusCode == HttpStatusCode.NotFound || GrpcStatus.Of(refused) == "12").ShouldBeTrue($"{refused}");
    }

    [Theory]
    [InlineData("/grpc.health.v1.Health/Check")]
    [InlineData("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")]
    [InlineData("/Some_Service1/_method.2")]
    [InlineData("/some-service/do~it")]
    public async Task Call_OfAnyMethod_Passes(string path)
    {
        await using var backend = new ScriptedBackend((connection, stream) => connection.AnswerAsync(stream));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);

        using var answered = await RawCall.SendAsync(gateway.Http2, path);

        GrpcStatus.Of(answered).ShouldBe("0");
        backend.Calls.ShouldBe(1);
    }

    /// <summary>Whatever let it come so far.</summary>
    [Theory]
    [InlineData(@"/grpc.health.v1.Health/..\analyzer.v1.Analyzer\DeleteResult")]
    [InlineData("/grpc.health.v1.Health/../DeleteResult")]
    [InlineData("/grpc.health.v1.Health/Check?a")]
    [InlineData("/grpc.health.v1.Health/Check#a")]
    [InlineData("//example.org/Check")]
    public async Task BeginAsync_PathThatAnAddressWouldChange_SendsNothing(string path)
    {
        await using var backend = new ScriptedBackend((connection, stream) => connection.AnswerAsync(stream));
        using var upstream = new SocketsUpstream(
            backend.Address, 1, new(TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1), _ => { }));

        await Should.ThrowAsync<ArgumentException>(upstream.BeginAsync(new(path, [], new EmptyBody()), Token));

        backend.Calls.ShouldBe(0);
    }

    private sealed class EmptyBody : ICallBody
    {
        public bool IsWhole => true;

        public Task SendAsync(Stream stream, CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
