using System.Buffers.Text;
using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Http;

namespace Gateway.Tests.Routing;

/// <summary>Services that are not ours, each behind a set of its own.</summary>
public sealed class RoutesTests
{
    private static readonly string[] Orders = ["Routes:orders:Match=acme.v1.Orders", "Routes:orders:Set=orders"];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Calls_ByServicePrefixAndDefault_ReachTheirSets()
    {
        await using var orders = await NamedAsync("orders");
        await using var others = await NamedAsync("others");
        await using var unrouted = await NamedAsync("unrouted");
        await using var gateway = await GatewayHost.StartAsync(
            [unrouted.Address],
            [.. Orders, $"Sets:orders:Backends={orders.Address}", $"Sets:others:Backends={others.Address}", "Routes:others:Match=/acme.",
             "Routes:others:Set=others"]);
        await gateway.UntilServingAsync(3);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        (await channel.AskAsync("acme.v1.Orders")).Detail.ShouldBe("orders");
        (await channel.AskAsync("acme.v1.Bills")).Detail.ShouldBe("others");
        (await channel.AskAsync("ACME.v1.Bills")).Detail.ShouldBe("unrouted");
        (await channel.AskAsync("acme")).Detail.ShouldBe("unrouted");
    }

    [Fact]
    public async Task Set_WithNoAddressBehindItsName_IsUnreadyWithTheReasonAndTheOthersServe()
    {
        await using var orders = await NamedAsync("orders");
        await using var gateway = await GatewayHost.StartAsync(
            [],
            [.. Orders, $"Sets:orders:Backends={orders.Address}", "Sets:lost:Backends=nothing.invalid:1", "Routes:lost:Match=/lost.",
             "Routes:lost:Set=lost"]);
        await gateway.UntilSaidAsync("Its name has no address.");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        (await channel.AskAsync("acme.v1.Orders")).Detail.ShouldBe("orders");
        (await channel.AskAsync("lost.Service")).StatusCode.ShouldBe(StatusCode.Unavailable);
        var ready = await http.GetStringAsync("/healthz/ready", Token);
        ready.ShouldContain("Degraded");
        ready.ShouldContain("Set lost: nothing.invalid:1: Its name has no address.");

        var view = (await http.GetFromJsonAsync<JsonObject>("/v1/backends", Token))!["backends"]!.AsArray();
        view.Select(backend => ((string?)backend!["set"], (bool)backend["serves"]!)).ShouldBe([("lost", false), ("orders", true)]);
        var metrics = await http.GetStringAsync("/metrics", Token);
        metrics.ShouldContain($"gateway_backend_serving{{backend=\"{orders.Address.Authority}\",set=\"orders\"}} 1\n");
        metrics.ShouldContain("gateway_backend_serving{backend=\"nothing.invalid:1\",set=\"lost\"} 0\n");
        metrics.ShouldContain("gateway_routed_calls_total{route=\"lost\",status=\"unavailable\"} 1\n");
    }

    [Fact]
    public async Task NoSet_Serves_IsUnready()
    {
        await using var gateway = await GatewayHost.StartUnreadyAsync(["Backends=", .. Orders, "Sets:orders:Backends=nothing.invalid:1"]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        await gateway.UntilSaidAsync("Its name has no address.");

        using var ready = await http.GetAsync("/healthz/ready", Token).Within();
        ready.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await ready.Content.ReadAsStringAsync(Token)).ShouldContain("Set orders: nothing.invalid:1: Its name has no address.");
    }

    [Fact]
    public async Task Timeout_OfTheRoute_EndsTheCallAndTellsTheBackend()
    {
        string? told = null;
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            told = context.Request.Headers["grpc-timeout"];
            await Task.Delay(Timeout.InfiniteTimeSpan, context.RequestAborted);
        });
        await using var gateway = await StartAsync(backend, "Routes:orders:Timeout=200ms");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        var limited = await channel.AskAsync("acme.v1.Orders", deadline: TimeProvider.System.GetUtcNow().UtcDateTime.AddHours(1));

        limited.ShouldBe(new Status(StatusCode.DeadlineExceeded, "The route orders allows a call 0.2 s, which have passed."));
        told.ShouldNotBeNull();
    }

    [Theory]
    [InlineData(1000, StatusCode.OK)]
    [InlineData(1001, StatusCode.ResourceExhausted)]
    [InlineData(3_000_000, StatusCode.ResourceExhausted)]
    public async Task Message_AboveTheRoutesLimit_IsRefusedWithBothSizes(int bytes, StatusCode expected)
    {
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            await context.Request.Body.CopyToAsync(Stream.Null);
            await PlainBackend.AnswerAsync(context);
        });
        await using var gateway = await StartAsync(backend, "Routes:orders:MaxRequestMessageBytes=1000");
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        var status = await channel.AskAsync("acme.v1.Orders", new byte[bytes]);

        status.StatusCode.ShouldBe(expected);
        status.Detail.ShouldBe(
            expected == StatusCode.OK ? "" : $"A message of the request has {bytes} bytes; the route orders allows 1000.");
    }

    [Theory]
    [InlineData(null, null, StatusCode.Unauthenticated)]
    [InlineData(null, "reader", StatusCode.PermissionDenied)]
    [InlineData(null, "admin", StatusCode.Aborted)]
    [InlineData("read", "reader", StatusCode.Aborted)]
    [InlineData("submit", "reader", StatusCode.PermissionDenied)]
    [InlineData("none", null, StatusCode.Aborted)]
    public async Task Scope_OfTheRoute_DecidesWhoMayCall(string? scope, string? client, StatusCode expected)
    {
        using var keys = new ClientKeys();
        var (reader, admin) = (keys.Add("reader", ["read"]), keys.Add("admin", ["admin"]));
        await using var backend = await NamedAsync("orders");
        await using var gateway = await StartAsync(
            backend, [$"Keys={keys.File}", .. scope is null ? (string[])[] : [$"Routes:orders:Scope={scope}"]]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        var status = await channel.AskAsync(
            "acme.v1.Orders", metadata: client is null ? [] : new Metadata { { "x-api-key", client == "admin" ? admin : reader } });

        status.StatusCode.ShouldBe(expected);
    }

    [Fact]
    public async Task Clients_OfTheRoute_AloneMayCall()
    {
        using var keys = new ClientKeys();
        var (shop, other) = (keys.Add("shop", ["admin"]), keys.Add("other", ["admin"]));
        await using var backend = await NamedAsync("orders");
        await using var gateway = await StartAsync(backend, $"Keys={keys.File}", "Routes:orders:Clients=shop, till");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        (await channel.AskAsync("acme.v1.Orders", metadata: new() { { "x-api-key", shop } })).StatusCode.ShouldBe(StatusCode.Aborted);
        (await channel.AskAsync("acme.v1.Orders", metadata: new() { { "x-api-key", other } }))
            .Detail.ShouldBe("The route orders is for other clients. Ask the administrator of this host.");
    }

    /// <summary>Another issues tokens: for whom, it alone decides.</summary>
    [Theory]
    [InlineData("shop", StatusCode.PermissionDenied)]
    [InlineData("token:shop", StatusCode.Aborted)]
    public async Task Clients_OfTheRoute_NameNoTokenByItsSubjectAlone(string clients, StatusCode expected)
    {
        using var folder = new TempDirectory();
        using var key = RSA.Create(2048);
        var keys = folder.Combine("jwks.json");
        var n = Base64Url.EncodeToString(key.ExportParameters(includePrivateParameters: false).Modulus);
        await File.WriteAllTextAsync(keys, $$"""{"keys":[{"kty":"RSA","kid":"k","n":"{{n}}","e":"AQAB"}]}""", Token);
        var claims = """{"iss":"https://issuer.example","aud":"gateway","sub":"shop","scope":"admin","exp":4000000000}""";
        var text = $"{Encode("""{"alg":"RS256","kid":"k"}"""u8)}.{Encode(Encoding.UTF8.GetBytes(claims))}";
        var signature = key.SignData(Encoding.ASCII.GetBytes(text), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        await using var backend = await NamedAsync("orders");
        await using var gateway = await StartAsync(
            backend, "TokenIssuer=https://issuer.example", "TokenAudience=gateway", $"TokenKeys={keys}",
            $"Routes:orders:Clients={clients}");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        var status = await channel.AskAsync(
            "acme.v1.Orders", metadata: new() { { "authorization", $"Bearer {text}.{Encode(signature)}" } });

        status.StatusCode.ShouldBe(expected, status.Detail);

        static string Encode(ReadOnlySpan<byte> bytes) => Base64Url.EncodeToString(bytes);
    }

    /// <summary>The analyzers' key is none of a foreign service's business, nor is another set's.</summary>
    [Fact]
    public async Task Key_OfASet_IsShownToThisSetOnly()
    {
        string? seen = null;
        await using var orders = await PlainBackend.StartAsync(context => EndWithAuthorizationAsync(context));
        await using var others = await PlainBackend.StartAsync(context => EndWithAuthorizationAsync(context));
        await using var gateway = await StartAsync(
            orders, "BackendKey=analyzers", "Sets:orders:Key=ours",
            $"Sets:others:Backends={others.Address}", "Routes:others:Match=/others.", "Routes:others:Set=others");
        await gateway.UntilServingAsync(2);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        (await channel.AskAsync("acme.v1.Orders", metadata: new() { { "authorization", "Basic mine" } })).Detail.ShouldBe("Bearer ours");
        (await channel.AskAsync("others.Service", metadata: new() { { "authorization", "Basic mine" } })).Detail.ShouldBe("Basic mine");
        (await channel.AskAsync("others.Service")).Detail.ShouldBe("");

        Task EndWithAuthorizationAsync(HttpContext context)
        {
            seen = context.Request.Headers.Authorization.ToString();
            return PlainBackend.EndAsync(context, 10, ("grpc-message", Uri.EscapeDataString(seen)));
        }
    }

    [Fact]
    public async Task Reload_OtherRoutesAndSets_AreUsedAndBadOnesAreNot()
    {
        await using var orders = await NamedAsync("orders");
        await using var next = await NamedAsync("next");
        await using var gateway = await StartAsync(orders);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        gateway.Reconfigure("Routes:orders:Set", "nowhere");
        await gateway.UntilSaidAsync("Gateway:Routes:orders:Set is 'nowhere'");
        (await channel.AskAsync("acme.v1.Orders")).Detail.ShouldBe("orders");

        gateway.Reconfigure("Routes:orders:Set", "orders");
        gateway.Reconfigure("Sets:orders:Backends", $"{next.Address}");
        await Deadline.UntilAsync(async () => (await channel.AskAsync("acme.v1.Orders")).Detail == "next");
    }

    [Fact]
    public async Task Reload_OtherKeyOfASet_IsShownWithoutAPause()
    {
        await using var backend = await PlainBackend.StartAsync(context =>
            PlainBackend.EndAsync(context, 10, ("grpc-message", Uri.EscapeDataString($"{context.Request.Headers.Authorization}"))));
        await using var gateway = await StartAsync(backend, "Sets:orders:Key=old");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        gateway.Reconfigure("Sets:orders:Key", "new");

        (await channel.AskAsync("acme.v1.Orders")).Detail.ShouldBe("Bearer new");
    }

    /// <summary>A server that asks for a key in every call, its health service included, is there.</summary>
    [Fact]
    public async Task Health_AnswersAnythingElse_CountsAsServing()
    {
        await using var backend = await PlainBackend.StartAsync(context => PlainBackend.EndAsync(context, 10), health: 16);
        await using var gateway = await StartAsync(backend);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        (await channel.AskAsync("acme.v1.Orders")).StatusCode.ShouldBe(StatusCode.Aborted);
    }

    [Fact]
    public async Task Response_WithAMegabyteOfHeaders_IsRefusedAndOthersGoOn()
    {
        await using var backend = await PlainBackend.StartAsync(context =>
        {
            var isLarge = context.Request.Headers.ContainsKey("large");
            var fields = Enumerable.Range(0, isLarge ? 64 : 0).Select(i => ($"a{i}", new string('x', 16 << 10)));
            return PlainBackend.EndAsync(context, 10, [.. fields]);
        });
        await using var gateway = await StartAsync(backend);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        var large = await channel.AskAsync("acme.v1.Orders", metadata: new() { { "large", "1" } });

        large.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        large.Detail.ShouldContain("MaxResponseMetadataBytes");
        (await channel.AskAsync("acme.v1.Orders")).StatusCode.ShouldBe(StatusCode.Aborted);
    }

    private static Task<GatewayHost> StartAsync(PlainBackend backend, params string[] settings) =>
        GatewayHost.StartAsync([], [.. Orders, $"Sets:orders:Backends={backend.Address}", .. settings]);

    /// <summary>A backend that answers ABORTED with its name.</summary>
    private static Task<PlainBackend> NamedAsync(string name) =>
        PlainBackend.StartAsync(context => PlainBackend.EndAsync(context, 10, ("grpc-message", name)));
}
