using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Api.Tests.Npm;
using Gateway.Tests.BadInput;
using Grpc.Core;
using Grpc.Net.Client;

namespace Gateway.Tests.Foreign;

/// <summary>Three implementations of gRPC see each of <see cref="OddAnswers"/> through the gateway as without it.</summary>
public sealed class OddAnswersTests
{
    /// <summary>The gateway adds it to a response that has none, as RFC 9110, section 6.6.1, asks it to.</summary>
    private const string Date = "date";

    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);

    /// <summary>The server gives no status: the code is compared, and the words are those of whoever noticed.</summary>
    private static readonly HashSet<string> InOthersWords =
    [
        "an internal reset", "a reset that asks for calm", "a reset after a message", "a page of HTML", "HTTP 429", "HTTP 404",
    ];

    /// <summary>No two clients agree which code an answer without a status has; the gateway says UNKNOWN.</summary>
    private static readonly HashSet<string> WithoutStatus = ["trailers without a status", "data that ends without trailers"];

    /// <summary>gRPC's C core 1.51 takes neither: its clients see them through the gateway only.</summary>
    private static readonly HashSet<string> BeyondPython = ["early hints before it", "padded headers and data"];

    [Theory]
    [InlineData("python")]
    [InlineData("node")]
    [InlineData("net")]
    public async Task Answer_Odd_IsAsWithoutTheGateway(string client)
    {
        MetadataPeers.SkipUnlessPresent(client);
        var backends = OddAnswers.Scripts
            .Select((script, i) => (script.Key, Path: $"/odd{i}.Odd/Ask", Server: new ScriptedBackend(script.Value))).ToArray();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(
            [],
            [.. backends.SelectMany((backend, i) => new[]
            {
                $"Sets:odd{i}:Backends={backend.Server.Address}", $"Routes:odd{i}:Match=odd{i}.Odd", $"Routes:odd{i}:Set=odd{i}",
            })]);
        var asked = backends.Select(backend => new OddCall(backend.Key, backend.Path, backend.Server.Address.Authority)).ToArray();
        var differences = new StringBuilder();
        foreach (var (name, (direct, through)) in await AskAsync(client, asked, gateway.Http2.Authority))
        {
            var (one, other) = InOthersWords.Contains(name) ? (direct["code"]!, through["code"]!) : (direct, through);
            if (client == "python" && BeyondPython.Contains(name))
            {
                through["code"]!.ToString().ShouldBe("OK", name);
            }
            else if (WithoutStatus.Contains(name)
                ? !through["code"]!.ToString().Equals("unknown", StringComparison.OrdinalIgnoreCase) : !JsonNode.DeepEquals(one, other))
            {
                differences.AppendLine($"{name}:").AppendLine($"  {direct.ToJsonString()}").AppendLine($"  {through.ToJsonString()}");
            }
        }

        foreach (var backend in backends)
        {
            await backend.Server.DisposeAsync();
        }

        differences.ToString().ShouldBeEmpty();
    }

    private static async Task<Dictionary<string, (JsonNode Direct, JsonNode Through)>> AskAsync(
        string client, OddCall[] calls, string gateway)
    {
        if (client == "net")
        {
            var answers = new Dictionary<string, (JsonNode, JsonNode)>();
            foreach (var call in calls)
            {
                answers[call.Name] = (await AskAsync(call.Address, call.Path), await AskAsync(gateway, call.Path));
            }

            return answers;
        }

        using var folder = new TempDirectory("odd");
        var file = folder.Combine("calls.json");
        await File.WriteAllTextAsync(
            file, JsonSerializer.Serialize(calls, JsonSerializerOptions.Web), TestContext.Current.CancellationToken);
        string said;
        if (client == "python")
        {
            said = await DebianPython.RunAsync(PythonServer.Script("odd_client.py"), file, gateway);
        }
        else
        {
            (var code, said) = await NpmTools.RunProgramAsync(
                folder.Path, "node", PythonServer.Script("odd_client.cjs"), NpmTools.Folder, file, gateway);
            code.ShouldBe(0, said);
        }

        return JsonNode.Parse(said)!.AsObject().ToDictionary(pair => pair.Key, pair => (pair.Value![0]!, pair.Value[1]!));
    }

    private static async Task<JsonNode> AskAsync(string address, string path)
    {
        using var channel = GrpcChannel.ForAddress($"http://{address}");
        var method = new Method<byte[], byte[]>(MethodType.Unary, path.Split('/')[1], "Ask", Bytes, Bytes);
        using var call = channel.CreateCallInvoker().AsyncUnaryCall(
            method, host: null, new CallOptions(cancellationToken: TestContext.Current.CancellationToken), [.. "ask"u8]);
        byte[]? message = null;
        try
        {
            message = await call.ResponseAsync.Within();
        }
        catch (RpcException)
        {
            // The status tells it.
        }

        var status = call.GetStatus();
        return new JsonObject
        {
            ["code"] = status.StatusCode.ToString(),
            ["details"] = status.Detail,
            ["message"] = message is null ? null : Convert.ToHexString(message),
            ["headers"] = Fields(message is null ? [] : await call.ResponseHeadersAsync.Within()),
            ["trailers"] = Fields(TrailersOf(call)),
        };
    }

    private static Metadata TrailersOf(AsyncUnaryCall<byte[]> call)
    {
        try
        {
            return call.GetTrailers();
        }
        catch (InvalidOperationException)
        {
            return []; // the call was reset
        }
    }

    private static JsonNode Fields(Metadata metadata) => JsonSerializer.SerializeToNode(metadata
        .Where(entry => entry.Key != Date)
        .OrderBy(entry => entry.Key, StringComparer.Ordinal)
        .Select(entry => new[] { entry.Key, entry.IsBinary ? Convert.ToHexString(entry.ValueBytes) : entry.Value }))!;
}

/// <param name="Name">Of the answer.</param>
/// <param name="Path">By which the gateway routes it.</param>
/// <param name="Address">Of the server.</param>
internal sealed record OddCall(string Name, string Path, string Address);
