using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text.Json;
using Analyzer.Protos.V1;
using Api.Tests.Npm;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Interop;

/// <summary>
/// Three implementations of gRPC send files that are answered before they are sent, and stream on: 1,200 each, a third alone, by eight and
/// by sixteen at once on one channel, half of them through the gateway. Each call has its answer.
/// </summary>
[Trait("Category", "Nightly")]
public sealed class EveryClientTests
{
    private const int Calls = 200;

    /// <summary>The longest file that is taken, for the refusal in the middle.</summary>
    private const int Taken = 1_000_000;

    private static readonly int[] AtOnce = [1, 8, 16];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static MatrixTheoryData<string, string, bool> Rows { get; } = new(
        ["python", "node", "net"], ["known", "refused", "refused in the middle"], [false, true]);

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task Submit_AnsweredEarly_EveryCallHasItsAnswer(string client, string kind, bool besideBusyLoops)
    {
        SkipUnlessPresent(client);
        using var folder = new TempDirectory("every-client");
        var length = kind == "known" ? Taken - 100 : 2 * Taken;
        byte[] content = [.. "%PDF-1.4\n"u8, .. new byte[length], .. "\n%%EOF\n"u8];
        var path = folder.Combine("file.pdf");
        await File.WriteAllBytesAsync(path, content, Token);
        await using var host = await AnalyzerHost.StartAsync($"Limits:MaxFileBytes={Taken}");
        if (kind == "known")
        {
            using var http = new HttpClient { BaseAddress = host.Http1 };
            using var first = await http.PostAsync("/v1/files", new ByteArrayContent(content), Token).Within();
            first.EnsureSuccessStatusCode();
        }

        var (name, expected) = kind switch
        {
            "known" => (Convert.ToHexStringLower(SHA256.HashData(content)), "OK"),
            "refused" => ("no-digest", "INVALID_ARGUMENT"),
            _ => ("-", "INVALID_ARGUMENT"),
        };
        using var busy = new BusyLoops(besideBusyLoops ? 4 : 0);
        foreach (var address in new[] { host.Http2, (await host.GatewayAsync()).Http2 })
        {
            foreach (var atOnce in AtOnce)
            {
                var outcomes = client == "net" ? await SendAsync(address, content, name, atOnce)
                    : JsonSerializer.Deserialize<Dictionary<string, int>>(await RunAsync(client, address, path, name, atOnce))!;

                outcomes.GroupBy(outcome => outcome.Key.Split(':')[0], outcome => outcome.Value)
                    .ToDictionary(alike => alike.Key, alike => alike.Sum())
                    .ShouldBe(new Dictionary<string, int> { [expected] = Calls }, $"{address}, {atOnce} at once");
            }
        }

        await host.ShouldBeIdleAsync();
    }

    private static void SkipUnlessPresent(string client)
    {
        if (client == "python")
        {
            DebianPython.SkipUnlessPresent();
        }
        else if (client == "node")
        {
            NpmTools.SkipUnlessPresent("@grpc/grpc-js");
        }
    }

    private static async Task<string> RunAsync(string client, Uri address, string path, string name, int atOnce)
    {
        string[] arguments = [address.Authority, path, name, $"{Calls}", $"{atOnce}"];
        if (client == "python")
        {
            return await DebianPython.RunAsync([Script("stream_on.py"), .. arguments]);
        }

        var (code, said) = await NpmTools.RunProgramAsync(
            Path.GetDirectoryName(path)!, "node", [Script("stream_on.cjs"), NpmTools.Folder, .. arguments]);
        code.ShouldBe(0, said);
        return said;
    }

    private static string Script(string name) =>
        Path.Combine(SharedData.RepositoryRoot, "tests", "Analyzer.Service.Tests", "Interop", name);

    private static async Task<Dictionary<string, int>> SendAsync(Uri address, byte[] content, string name, int atOnce)
    {
        using var handler = new SocketsHttpHandler { EnableMultipleHttp2Connections = false };
        using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = handler });
        var client = new Rpc.AnalyzerClient(channel);
        var outcomes = new ConcurrentBag<string>();
        await Parallel.ForEachAsync(
            Enumerable.Range(0, Calls),
            new ParallelOptions { MaxDegreeOfParallelism = atOnce, CancellationToken = Token },
            async (_, cancellationToken) => outcomes.Add(await SendAsync(client, content, name, cancellationToken)))
            .Within(3 * Deadline.Default);
        return outcomes.CountBy(outcome => outcome).ToDictionary();
    }

    private static async Task<string> SendAsync(
        Rpc.AnalyzerClient client, byte[] content, string name, CancellationToken cancellationToken)
    {
        const int Piece = 65_536;
        using var call = client.SubmitFile(cancellationToken: cancellationToken);
        try
        {
            var metadata = name == "-" ? new FileMetadata() : new FileMetadata { Sha256 = name };
            await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = metadata }, cancellationToken);
            for (var start = 0; start < content.Length; start += Piece)
            {
                var piece = ByteString.CopyFrom(content, start, Math.Min(Piece, content.Length - start));
                await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = piece }, cancellationToken);
            }

            await call.RequestStream.CompleteAsync();
        }
        catch (Exception ended) when (ended is RpcException or InvalidOperationException)
        {
            // The answer is there, and the client stops by itself.
        }

        try
        {
            await call.ResponseAsync;
            return "OK";
        }
        catch (RpcException refused)
        {
            return refused.StatusCode == StatusCode.InvalidArgument
                ? "INVALID_ARGUMENT" : $"{refused.StatusCode}: {refused.Status.Detail}";
        }
    }

    private sealed class BusyLoops : IDisposable
    {
        private readonly Thread[] _threads;
        private volatile bool _ends;

        public BusyLoops(int count)
        {
            _threads = [.. Enumerable.Range(0, count).Select(_ => new Thread(() =>
            {
                while (!_ends)
                {
                    Thread.SpinWait(1000);
                }
            }))];
            Array.ForEach(_threads, thread => thread.Start());
        }

        public void Dispose()
        {
            _ends = true;
            Array.ForEach(_threads, thread => thread.Join());
        }
    }
}
