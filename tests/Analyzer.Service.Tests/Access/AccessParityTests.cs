using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Http;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Tests.Access;

/// <summary>Each operation needs its own scope, and the same one on both edges.</summary>
public sealed class AccessParityTests
{
    private static readonly string Unknown = new('a', 64);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Operations_WithEachScope_AreAllowedAlikeOnBothEdges()
    {
        using var keys = new ClientKeys();
        string[] scopes = ["submit", "read", "admin", "metrics"];
        var byScope = scopes.ToDictionary(scope => scope, scope => keys.Add(scope, [scope]));
        await using var host = await AnalyzerHost.StartAsync($"Keys={keys.File}");
        using var clean = host.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var client = new Wire.Analyzer.AnalyzerClient(channel);

        foreach (var (scope, key) in byScope)
        {
            using var http = new HttpClient { BaseAddress = host.Http1 };
            http.DefaultRequestHeaders.Add("x-api-key", key);
            var metadata = new Metadata { { "authorization", $"Bearer {key}" } };
            foreach (var (name, needed, rest, grpc) in new (string, string, Func<Task<int>>, Func<Task>)[]
            {
                ("submit", "submit", () => StatusAsync(http, HttpMethod.Post, "/v1/files"), () => SubmitAsync(client, metadata)),
                ("find", "read", () => StatusAsync(http, HttpMethod.Get, $"/v1/files/{Unknown}"),
                    () => client.AnalyzeResultAsync(new() { Sha256 = Unknown }, metadata, cancellationToken: Token).ResponseAsync),
                ("list", "read", () => StatusAsync(http, HttpMethod.Get, "/v1/files"),
                    () => client.ListResultsAsync(new(), metadata, cancellationToken: Token).ResponseAsync),
                ("document", "read", () => StatusAsync(http, HttpMethod.Get, "/v1/rules"),
                    () => client.GetDocumentAsync(new() { Path = "/v1/rules" }, metadata, cancellationToken: Token).ResponseAsync),
                ("delete", "admin", () => StatusAsync(http, HttpMethod.Delete, $"/v1/files/{Unknown}"),
                    () => client.DeleteResultAsync(new() { Sha256 = Unknown }, metadata, cancellationToken: Token).ResponseAsync),
            })
            {
                var expected = needed == scope ? "allowed" : "forbidden";

                (await rest().Within() == StatusCodes.Status403Forbidden ? "forbidden" : "allowed")
                    .ShouldBe(needed == "admin" ? "forbidden" : expected, $"REST {name} with {scope}"); // deletion is off besides
                (await RefusalAsync(grpc) == AccessSlug ? "forbidden" : "allowed").ShouldBe(expected, $"gRPC {name} with {scope}");
            }

            (await StatusAsync(http, HttpMethod.Get, "/metrics").Within()).ShouldBe(scope == "metrics" ? 200 : 403);
        }
    }

    [Fact]
    public async Task Submit_WithoutAKey_StoresNothing()
    {
        using var keys = new ClientKeys();
        await using var host = await AnalyzerHost.StartAsync($"Keys={keys.File}");
        using var http = new HttpClient { BaseAddress = host.Http1 };

        (await StatusAsync(http, HttpMethod.Post, "/v1/files").Within()).ShouldBe(StatusCodes.Status401Unauthorized);

        (await host.CountAsync()).ShouldBe(0);
        await host.ShouldBeIdleAsync();
    }

    [Fact]
    public async Task Endpoints_All_NameTheirScopeOrThatTheyNeedNone()
    {
        await using var host = await AnalyzerHost.StartAsync();

        OpenEndpoints.Of(host.Services)
            .ShouldAllBe(name => name!.Contains("nimplemented"), "these are refused to strangers by the fallback alone");
    }

    [Theory]
    [InlineData("submit", null, StatusCode.PermissionDenied)]
    [InlineData("read", null, StatusCode.OK)]
    [InlineData("read", "Reflection=false", StatusCode.Unimplemented)]
    public async Task Reflection_NeedsItsScopeAndItsSwitch(string scope, string? setting, StatusCode expected)
    {
        using var keys = new ClientKeys();
        var key = keys.Add("somebody", [scope, "admin"]);
        await using var host = await AnalyzerHost.StartAsync([$"Keys={keys.File}", .. setting is null ? (string[])[] : [setting]]);
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var bytes = Marshallers.Create<byte[]>(value => value, value => value);
        var method = new Method<byte[], byte[]>(
            MethodType.DuplexStreaming, "grpc.reflection.v1.ServerReflection", "ServerReflectionInfo", bytes, bytes);
        using var call = channel.CreateCallInvoker().AsyncDuplexStreamingCall(
            method, null, new CallOptions(new Metadata { { "x-api-key", key } }, cancellationToken: Token));

        (await StatusAsync().Within()).ShouldBe(expected);

        async Task<StatusCode> StatusAsync()
        {
            try
            {
                await call.RequestStream.CompleteAsync();
                while (await call.ResponseStream.MoveNext(Token))
                {
                }

                return StatusCode.OK;
            }
            catch (RpcException refused)
            {
                return refused.StatusCode;
            }
        }
    }

    private const string AccessSlug = "lacks the scope";

    private static async Task<int> StatusAsync(HttpClient http, HttpMethod method, string path)
    {
        using var request = new HttpRequestMessage(method, path);
        if (method == HttpMethod.Post)
        {
            request.Content = new ByteArrayContent("%PDF-1.4\n%%EOF\n"u8.ToArray());
        }

        using var response = await http.SendAsync(request, Token);
        return (int)response.StatusCode;
    }

    private static async Task SubmitAsync(Wire.Analyzer.AnalyzerClient client, Metadata metadata)
    {
        using var call = client.SubmitFile(metadata, cancellationToken: Token);
        try
        {
            await call.RequestStream.WriteAsync(new() { Metadata = new() }, Token);
            await call.RequestStream.WriteAsync(new() { Data = Google.Protobuf.ByteString.CopyFromUtf8("%PDF-1.4\n%%EOF\n") }, Token);
            await call.RequestStream.CompleteAsync();
        }
        catch (Exception ended) when (ended is RpcException or InvalidOperationException)
        {
            // The answer says why.
        }

        await call;
    }

    private static async Task<string> RefusalAsync(Func<Task> call)
    {
        try
        {
            await call().Within();
            return "";
        }
        catch (RpcException refused)
        {
            return refused.Status.Detail.Contains(AccessSlug) ? AccessSlug : refused.Status.Detail;
        }
    }
}
