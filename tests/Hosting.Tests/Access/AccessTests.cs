using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Tests.Hello;
using Hosting.Tests.Hello.V1;

namespace Hosting.Tests.Access;

/// <summary>A host that asks for keys: both edges let the same clients in, and tell the others the same.</summary>
public sealed class AccessTests : IDisposable
{
    private readonly ClientKeys _keys = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _keys.Dispose();

    [Fact]
    public async Task Call_GoodKey_IsAnsweredOnBothEdges()
    {
        var key = _keys.Add("reader", ["read"]);
        await using var host = await StartAsync();

        (await AskAsync(host, ("Authorization", $"Bearer {key}"))).ShouldBe(("OK", "OK"));
        (await AskAsync(host, ("authorization", $"bearer  {key} "))).ShouldBe(("OK", "OK"));
        (await AskAsync(host, ("x-api-key", key))).ShouldBe(("OK", "OK"));
    }

    [Fact]
    public async Task Call_BadKey_IsRefusedWithTheReasonOnBothEdges()
    {
        var key = _keys.Add("reader", ["read"]);
        var expired = _keys.Add("expired", ["read"], expires: new DateTimeOffset(2026, 1, 2, 0, 0, 0, TimeSpan.Zero));
        var revoked = _keys.Add("revoked", ["read"], revoked: new DateTimeOffset(2026, 1, 2, 0, 0, 0, TimeSpan.Zero));
        var writer = _keys.Add("writer", ["submit", "metrics", "admin"]);
        var stranger = $"{new string('A', 12)}{key[12..]}";
        var wrong = key[..^2] + (key[^2] == 'A' ? 'B' : 'A') + key[^1];
        await using var host = await StartAsync();
        using var clean = host.Log.ExpectClean();

        await RefusedAsync(host, "Unauthenticated", "Send a key");
        await RefusedAsync(host, "Unauthenticated", "has expired", ("x-api-key", expired));
        await RefusedAsync(host, "Unauthenticated", "was revoked", ("x-api-key", revoked));
        await RefusedAsync(host, "Unauthenticated", "is unknown here", ("x-api-key", stranger));
        await RefusedAsync(host, "Unauthenticated", "is unknown here", ("x-api-key", wrong));
        await RefusedAsync(host, "Unauthenticated", "Copy all of it", ("x-api-key", key[..^1]));
        await RefusedAsync(host, "Unauthenticated", "Copy all of it", ("x-api-key", key + key));
        await RefusedAsync(host, "Unauthenticated", "the request has several", ("x-api-key", key), ("Authorization", $"Bearer {key}"));
        await RefusedAsync(host, "Unauthenticated", "Write Authorization: Bearer KEY", ("Authorization", $"Basic {key}"));
        await RefusedAsync(host, "PermissionDenied", "scope read", ("x-api-key", writer));
    }

    [Fact]
    public async Task Call_KeyOf64KiB_IsRefusedBeforeItIsLookedAt()
    {
        var key = _keys.Add("reader", ["read"]);
        await using var host = await StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        http.DefaultRequestHeaders.TryAddWithoutValidation("x-api-key", new string('A', 64 << 10));

        using var response = await http.GetAsync("/hello/Ada", Token).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.RequestHeaderFieldsTooLarge);
        (await GreetAsync(host, [("x-api-key", new string('A', 64 << 10))])).ShouldNotBe("OK");
        (await AskAsync(host, ("x-api-key", key))).ShouldBe(("OK", "OK"), "the host goes on");
    }

    /// <summary>A client that was let in is remembered by nobody, only what the endpoint asks for.</summary>
    [Fact]
    public async Task Call_AfterOneThatWasLetIn_IsJudgedAsBefore()
    {
        var reader = _keys.Add("reader", ["read"]);
        var writer = _keys.Add("writer", ["submit", "metrics", "admin"]);
        await using var host = await StartAsync();
        for (var round = 0; round < 3; round++)
        {
            (await AskAsync(host)).ShouldBe(("Unauthenticated", "Unauthenticated"));
            (await AskAsync(host, ("x-api-key", writer))).ShouldBe(("PermissionDenied", "PermissionDenied"));
            (await AskAsync(host, ("x-api-key", reader))).ShouldBe(("OK", "OK"));
        }

        _keys.Revoke(reader);
        await UntilAsync(host, reader, "Unauthenticated");
    }

    [Fact]
    public async Task File_Changes_AreTakenOverWithoutARestart()
    {
        var first = _keys.Add("first", ["read"]);
        await using var host = await StartAsync();

        var second = _keys.Add("second", ["read"]);
        await UntilAsync(host, second, "OK");
        _keys.Revoke(first);
        await UntilAsync(host, first, "Unauthenticated");

        (await AskAsync(host, ("x-api-key", second))).ShouldBe(("OK", "OK"));
    }

    [Theory]
    [InlineData("""{ "keys": [ {""", "is not a key file")]
    [InlineData("""{ "keys": [ null ] }""", "is not a key file: a key is null")]
    [InlineData("""{ "keys": null }""", "is not a key file")]
    [InlineData(
        """
        { "keys": [ {
          "id": "a", "name": "b", "scopes": [ null ], "sha256": "", "created": "2026-01-01", "expires": null, "revoked": null } ] }
        """,
        "is not a key file: key a: its scopes have to be")]
    public async Task File_IsBroken_RefusesAllUntilItIsWhole(string text, string reason)
    {
        var key = _keys.Add("reader", ["read"]);
        await using var host = await StartAsync();

        _keys.Break(text);
        await UntilAsync(host, key, "Unavailable");
        _keys.Save();
        await UntilAsync(host, key, "OK");

        host.Log.Records.ShouldContain(record => record.Message.Contains(reason));
    }

    [Fact]
    public async Task File_IsDeletedWhileServing_RefusesAllUntilItIsThereAgain()
    {
        var key = _keys.Add("reader", ["read"]);
        await using var host = await StartAsync();

        _keys.Delete();
        await UntilAsync(host, key, "Unavailable");
        _keys.Save();
        await UntilAsync(host, key, "OK");

        host.Log.Records.ShouldContain(record => record.Message.Contains("does not exist"));
    }

    [Fact]
    public async Task Endpoints_ThatShowNoData_NeedNoKey()
    {
        await using var host = await StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        (await http.GetStringAsync("/healthz/ready", Token).Within()).ShouldContain("Healthy");
        using var metrics = await http.GetAsync("/metrics", Token).Within();
        using var unknown = await http.GetAsync("/unknown", Token).Within();

        metrics.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        unknown.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public void Start_FileOfKeysIsNotThere_IsRefused()
    {
        var missing = _keys.File + ".none";

        Should.Throw<IOException>(() => HelloHost.Build(new LogSink(), $"Keys={missing}").UseHello()).Message.ShouldContain(missing);
    }

    private Task<HelloHost> StartAsync() => HelloHost.StartAsync($"Keys={_keys.File}");

    private static async Task UntilAsync(HelloHost host, string key, string status)
    {
        while ((await AskAsync(host, ("x-api-key", key))) != (status, status))
        {
            await Task.Delay(50, Token);
        }
    }

    private static async Task RefusedAsync(HelloHost host, string status, string reason, params (string, string)[] headers)
    {
        var (rest, grpc) = await AskAsync(host, headers);

        rest.ShouldBe(status, reason);
        grpc.ShouldBe(status, reason);
        (await DetailAsync(host, headers)).ShouldContain(reason);
    }

    /// <returns>The gRPC status of each edge: over REST the one that stands for it.</returns>
    private static async Task<(string OverRest, string OverGrpc)> AskAsync(HelloHost host, params (string Name, string Value)[] headers)
    {
        using var response = await GetAsync(host, headers);
        return (Name(response.StatusCode), await GreetAsync(host, headers));
    }

    private static async Task<string> DetailAsync(HelloHost host, (string Name, string Value)[] headers)
    {
        using var response = await GetAsync(host, headers);
        response.Headers.WwwAuthenticate.Count.ShouldBe(response.StatusCode == HttpStatusCode.Unauthorized ? 1 : 0);
        return (string)(await response.Content.ReadFromJsonAsync<JsonObject>(Token).Within())!["detail"]!;
    }

    private static async Task<HttpResponseMessage> GetAsync(HelloHost host, (string Name, string Value)[] headers)
    {
        using var http = new HttpClient { BaseAddress = host.Http1 };
        foreach (var (name, value) in headers)
        {
            http.DefaultRequestHeaders.TryAddWithoutValidation(name, value);
        }

        return await http.GetAsync("/hello/Ada", Token).Within();
    }

    private static async Task<string> GreetAsync(HelloHost host, (string Name, string Value)[] headers)
    {
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var metadata = new Metadata();
        foreach (var (name, value) in headers)
        {
            metadata.Add(name.ToLowerInvariant(), value);
        }

        try
        {
            await new Hello.V1.Hello.HelloClient(channel).GreetAsync(new GreetRequest { Name = "Ada" }, metadata, cancellationToken: Token);
            return "OK";
        }
        catch (RpcException refused)
        {
            return refused.StatusCode.ToString();
        }
    }

    private static string Name(HttpStatusCode status) => status switch
    {
        HttpStatusCode.Unauthorized => "Unauthenticated",
        HttpStatusCode.Forbidden => "PermissionDenied",
        HttpStatusCode.ServiceUnavailable => "Unavailable",
        _ => status.ToString(),
    };
}
