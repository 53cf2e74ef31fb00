using System.Text.Json.Nodes;
using Gateway.Features.Backends;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.Extensions.DependencyInjection;

namespace Gateway.Tests.Foreign;

/// <summary>Metadata passes as it came: names that come again, order, bytes, sizes.</summary>
public sealed class MetadataTests
{
    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);
    private static readonly Method<byte[], byte[]> EchoMethod = new(MethodType.Unary, "foreign.v1.Metadata", "Echo", Bytes, Bytes);

    /// <summary>Fields of one hop alone. Kestrel adds the length to a response without a body.</summary>
    private static readonly string[] OfAHop = ["content-length", "date", "server", "traceparent", "x-client", "x-forwarded-for"];

    [Theory]
    [InlineData("python", "python")]
    [InlineData("python", "node")]
    [InlineData("python", "net")]
    [InlineData("node", "python")]
    [InlineData("node", "node")]
    [InlineData("node", "net")]
    [InlineData("net", "python")]
    [InlineData("net", "node")]
    [InlineData("net", "net")]
    public async Task EveryShape_BetweenAnyTwo_IsAsWithoutTheGateway(string client, string server)
    {
        MetadataPeers.SkipUnlessPresent(client);
        MetadataPeers.SkipUnlessPresent(server);
        var (address, backend) = await MetadataPeers.StartAsync(server);
        await using var _ = backend;
        await using var gateway = await GatewayHost.StartAsync([address]);
        using var clean = gateway.Log.ExpectClean();

        var shapes = MetadataShapes.Between(client, server);

        var (direct, through) = await MetadataPeers.AskAsync(client, shapes, address, gateway.Http2);

        direct.Count.ShouldBe(shapes.Count);
        var different = shapes.Select(shape => shape.Name)
            .Where(name => Comparable(direct[name]!) != Comparable(through[name]!))
            .Select(name => $"{name}: {Comparable(direct[name]!)} through the gateway {Comparable(through[name]!)}");
        different.ShouldBeEmpty();
        ((int)direct["refused"]!["code"]!).ShouldBe((int)StatusCode.FailedPrecondition);
    }

    [Fact]
    public async Task BinaryThatTheClientJoined_ToAServerThatTakesOneALine_ArrivesSeparately()
    {
        DebianPython.SkipUnlessPresent();
        await using var backend = await PythonServer.StartAsync("metadata_server.py");
        await using var gateway = await GatewayHost.StartAsync([backend.Address]);
        using var clean = gateway.Log.ExpectClean();
        var shapes = MetadataShapes.WithRepeatedBinary;

        var seen = await MetadataPeers.AskNetAsync(gateway.Http2, shapes);

        foreach (var shape in shapes)
        {
            var answer = seen[shape.Name]!;
            answer["code"]!.GetValue<int>().ShouldBe((int)StatusCode.OK, shape.Name);
            foreach (var fields in (JsonArray[])[answer["headers"]!.AsArray(), answer["trailers"]!.AsArray()])
            {
                fields.Where(field => $"{field![0]}".EndsWith("-bin", StringComparison.Ordinal)).Select(field => $"{field![1]}")
                    .ShouldBe(shape.Metadata.Select(field => field[1]), shape.Name);
            }
        }
    }

    /// <summary>One that a server cannot decode would end the connection, with the calls of other clients on it.</summary>
    [Theory]
    [InlineData("", StatusCode.OK)]
    [InlineData("AAE=", StatusCode.OK)]
    [InlineData("AAE", StatusCode.OK)]
    [InlineData("A", StatusCode.InvalidArgument)]
    [InlineData("AAF", StatusCode.InvalidArgument)]
    [InlineData("AB", StatusCode.InvalidArgument)]
    [InlineData("A=A=", StatusCode.InvalidArgument)]
    [InlineData("_w", StatusCode.InvalidArgument)]
    [InlineData("AA AE", StatusCode.InvalidArgument)]
    [InlineData("AAE=,!", StatusCode.InvalidArgument)]
    public async Task Binary_ThatIsNotBase64_ReachesNoBackend(string value, StatusCode expected)
    {
        await using var backend = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([backend.Address]);
        using var clean = gateway.Log.ExpectClean();

        using var answer = await RawCall.SendAsync(gateway.Http2, "/foreign.v1.Foreign/Ask", binary: value);

        await answer.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken).Within();
        answer.Headers.Concat(answer.TrailingHeaders).Single(field => field.Key == "grpc-status").Value
            .ShouldBe([$"{(int)expected}"]);
        backend.Events.Headers.ContainsKey("x-bin").ShouldBe(expected == StatusCode.OK);
    }

    [Fact]
    public async Task BinaryOfCommasAlone_IsRefusedAsTooLarge()
    {
        await using var backend = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([backend.Address]);

        using var refused = await RawCall.SendAsync(gateway.Http2, "/foreign.v1.Foreign/Ask", binary: new string(',', 5_000));

        refused.Headers.GetValues("grpc-status").ShouldBe([$"{(int)StatusCode.ResourceExhausted}"]);
        backend.Events.Headers.ShouldNotContainKey("x-bin");
    }

    private static string Comparable(JsonNode seen)
    {
        foreach (var fields in (JsonArray[])[seen["headers"]!.AsArray(), seen["trailers"]!.AsArray()])
        {
            fields.RemoveAll(field => OfAHop.Contains((string?)field![0]));
        }

        return seen.ToJsonString();
    }

    [Theory]
    [InlineData(40_000, 64 << 10, StatusCode.OK)]
    [InlineData(70_000, 64 << 10, StatusCode.ResourceExhausted)]
    [InlineData(70_000, 128 << 10, StatusCode.OK)]
    public async Task Request_AboveTheLimit_IsRefusedWithBothSizes(int bytes, int limit, StatusCode expected)
    {
        DebianPython.SkipUnlessPresent();
        await using var backend = await PythonServer.StartAsync("metadata_server.py");
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

    /// <summary>Kestrel takes 32 KiB. That is nothing that the backend could be blamed for.</summary>
    [Fact]
    public async Task Request_AboveTheBackendsLimit_IsRefusedAndNotBlamedOnTheBackend()
    {
        await using var backend = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        var half = new string('x', 20_000);

        for (var call = 0; call < 6; call++) // the first are sent: the backend has not told its limit yet
        {
            var refusal = await CallAsync(gateway.Http2, new Metadata { { "a", half }, { "b", half } });
            refusal!.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
            refusal.Status.Detail.ShouldContain("larger than the backend takes");
        }

        gateway.Services.GetRequiredService<BackendSets>().Analyzers.Backends[0].Outliers.Recent.Failures.ShouldBe(0);
    }

    [Fact]
    public async Task Response_AboveTheLimit_IsRefusedAndNotRepeated()
    {
        DebianPython.SkipUnlessPresent();
        await using var backend = await PythonServer.StartAsync("metadata_server.py");
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
