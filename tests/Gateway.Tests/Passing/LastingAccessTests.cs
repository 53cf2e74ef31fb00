using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Passing;

/// <summary>A call that lasts ends with the key that began it.</summary>
public sealed class LastingAccessTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Calls_KeyIsRevokedUnderThem_EndAndThoseOfOthersGoOn()
    {
        using var keys = new ClientKeys();
        var (leaver, stayer) = (keys.Add("leaver", ["admin"]), keys.Add("stayer", ["admin"]));
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(foreign.Address, $"Keys={keys.File}");
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var client = new Rpc.ForeignClient(channel);
        using var ends = client.Chat(new Metadata { { "x-api-key", leaver } }, cancellationToken: Token);
        using var stays = client.Chat(new Metadata { { "x-api-key", stayer } }, cancellationToken: Token);
        using var asks = client.AskAsync(
            new Letter { Text = "wait" }, new Metadata { { "x-api-key", leaver } }, cancellationToken: Token);
        (await EchoAsync(ends, "one")).ShouldBe("one");
        (await EchoAsync(stays, "one")).ShouldBe("one");
        await foreign.Events.Waiting.Task.Within();

        keys.Revoke(leaver);

        await RefusedAsync(ends.ResponseStream.MoveNext(Token));
        await RefusedAsync(asks.ResponseAsync);
        await foreign.Events.Cancelled.Task.Within();
        (await EchoAsync(stays, "two")).ShouldBe("two");
    }

    private static async Task<string> EchoAsync(AsyncDuplexStreamingCall<Letter, Letter> call, string text)
    {
        await call.RequestStream.WriteAsync(new Letter { Text = text }, Token).Within();
        (await call.ResponseStream.MoveNext(Token).Within()).ShouldBeTrue();
        return call.ResponseStream.Current.Text;
    }

    private static async Task RefusedAsync(Task call)
    {
        var refused = await Should.ThrowAsync<RpcException>(() => call.Within());

        refused.StatusCode.ShouldBe(StatusCode.Unauthenticated);
        refused.Status.Detail.ShouldContain("was revoked");
    }
}
