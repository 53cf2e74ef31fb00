using System.Text.Json.Nodes;
using Grpc.Core;
using Grpc.Net.Client;

namespace Gateway.Tests.Foreign;

/// <summary>Metadata passes as it came: names that come again, order, bytes, sizes.</summary>
public sealed class MetadataTests
{
    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);
    private static readonly Method<byte[], byte[]> EchoMethod = new(MethodType.Unary, "foreign.v1.Metadata", "Echo", Bytes, Bytes);

    [Fact]
    public async Task EveryShape_FromPythonToPython_IsAsWithoutTheGateway()
    {
        DebianPython.SkipUnlessPresent();
        await using var backend = await MetadataServer.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([backend.Address]);
        using var clean = gateway.Log.ExpectClean();

        var seen = JsonNode.Parse(
            await DebianPython.RunAsync(MetadataServer.Script("metadata_client.py"), backend.Address.Authority, gateway.Http2.Authority))!;

        seen["different"]!.ToJsonString().ShouldBe("{}");
        ((int)seen["compared"]!).ShouldBeGreaterThan(30);
    }

    [Theory]
    [InlineData(40_000, 64 << 10, StatusCode.OK)]
    [InlineData(70_000, 64 << 10, StatusCode.ResourceExhausted)]
    [InlineData(70_000, 128 << 10, StatusCode.OK)]
    public async Task Request_AboveTheLimit_IsRefusedWithBothSizes(int bytes, int limit, StatusCode expected)
    {
        DebianPython.SkipUnlessPresent();
        await using var backend = await MetadataServer.StartAsync();
        await using var gateway = await GatewayHost.StartAsync(
            [backend.Address],
            $"MaxRequestMetadataBytes={limit}",
            $"MaxResponseMetadataBytes={1 << 20}");

        var refusal = await CallAsync(gateway.Http2, new Metadata { { "a", new string('x', bytes) } });

        (refusal?.StatusCode ?? StatusCode.OK).ShouldBe(expected);
        if (refusal is not null)
        {
            refusal.Status.Detail.ShouldContain("MaxRequestMetadataBytes");
            refusal.Status.Detail.ShouldContain($"{limit}");
        }
    }

    [Fact]
    public async Task Response_AboveTheLimit_IsRefusedAndNotRepeated()
    {
        DebianPython.SkipUnlessPresent();
        await using var backend = await MetadataServer.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([backend.Address], "MaxResponseMetadataBytes=4096");

        var refusal = await CallAsync(gateway.Http2, new Metadata { { "a", new string('x', 10_000) } });

        refusal!.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        refusal.Status.Detail.ShouldContain("MaxResponseMetadataBytes");
    }

#pragma warning disable CA2262 // in KiB, and meant so
    private static SocketsHttpHandler Handler() => new() { MaxResponseHeadersLength = 256 };
#pragma warning restore CA2262

    /// <returns>The refusal; null if there was none.</returns>
    private static async Task<RpcException?> CallAsync(Uri address, Metadata metadata)
    {
        using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = Handler() });
        using var call = channel.CreateCallInvoker().AsyncUnaryCall(
            EchoMethod, host: null, new CallOptions(metadata, cancellationToken: TestContext.Current.CancellationToken), []);
        try
        {
            await call.ResponseAsync.Within();
            return null;
        }
        catch (RpcException refused)
        {
            return refused;
        }
    }
}
