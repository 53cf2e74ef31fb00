using System.Security.Cryptography.X509Certificates;
using Gateway.Tests.BadInput;
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

    [Theory]
    [InlineData]
    [InlineData(
        "Routes:f:Match=foreign.v1.Foreign", "Routes:f:Set=default", "Routes:f:Scope=none", "Routes:f:Clients=leaver,stayer")]
    public async Task Calls_KeyIsRevokedUnderThem_EndAndThoseOfOthersGoOn(params string[] route)
    {
        using var keys = new ClientKeys();
        var (leaver, stayer) = (keys.Add("leaver", ["admin"]), keys.Add("stayer", ["admin"]));
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(foreign.Address, [$"Keys={keys.File}", .. route]);
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

    [Fact]
    public async Task Calls_CertificateIsRevokedUnderThem_EndAndThoseOfOthersGoOn()
    {
        using var folder = new TempDirectory();
        using var authority = new TestAuthority();
        using var server = authority.Sign("localhost", TestAuthority.ServerUse);
        using var leaver = authority.Sign("leaver");
        using var stayer = authority.Sign("stayer");
        var (ca, list, pem) = (folder.Combine("ca.pem"), folder.Combine("list.crl"), folder.Combine("server.pem"));
        await File.WriteAllTextAsync(ca, authority.Pem, Token);
        await File.WriteAllBytesAsync(list, authority.Revoke(), Token);
        await File.WriteAllTextAsync(pem, TestAuthority.ToPem(server), Token);
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(
            foreign.Address, "TlsPort=0", $"Certificate={pem}", $"ClientAuthority={ca}", $"ClientRevocations={list}",
            "ClientSubjects:leaver=admin", "ClientSubjects:stayer=admin");
        using var clean = gateway.Log.ExpectClean();
        using var leaving = Channel(gateway, leaver);
        using var staying = Channel(gateway, stayer);
        using var ends = new Rpc.ForeignClient(leaving).Chat(cancellationToken: Token);
        using var stays = new Rpc.ForeignClient(staying).Chat(cancellationToken: Token);
        (await EchoAsync(ends, "one")).ShouldBe("one");
        (await EchoAsync(stays, "one")).ShouldBe("one");

        await File.WriteAllBytesAsync(list, authority.Revoke(leaver), Token);

        await RefusedAsync(ends.ResponseStream.MoveNext(Token));
        (await EchoAsync(stays, "two")).ShouldBe("two");
    }

    /// <summary>Cut off, it would be told as refused although the report may be gone.</summary>
    [Fact]
    public async Task Delete_KeyIsRevokedUnderIt_IsAnswered()
    {
        using var keys = new ClientKeys();
        var leaver = keys.Add("leaver", ["admin"]);
        var (came, revoked) = (NewSignal(), NewSignal());
        await using var backend = new ScriptedBackend(async (connection, stream) =>
        {
            came.SetResult();
            await revoked.Task.Within();
            await connection.AnswerAsync(stream, []);
        });
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, $"Keys={keys.File}");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var call = new Analyzer.Protos.V1.Analyzer.AnalyzerClient(channel).DeleteResultAsync(
            new() { Sha256 = new('a', 64) }, new Metadata { { "x-api-key", leaver } }, cancellationToken: Token);
        await came.Task.Within();

        keys.Revoke(leaver);
        using (var http = new HttpClient { BaseAddress = gateway.Http1 })
        {
            await ClientKeys.UntilRefusedAsync(http, "/v1/rules", leaver);
        }

        revoked.SetResult();

        (await call.ResponseAsync.Within()).ShouldNotBeNull();
    }

    private static GrpcChannel Channel(GatewayHost gateway, X509Certificate2 certificate) => GrpcChannel.ForAddress(
        gateway.Tls!,
        new GrpcChannelOptions
        {
            HttpHandler = new SocketsHttpHandler
            {
                SslOptions =
                {
                    LocalCertificateSelectionCallback = (_, _, _, _, _) => certificate,
                    RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.Subject == "CN=localhost",
                },
            },
            DisposeHttpClient = true,
        });

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

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
