using System.Diagnostics;
using System.Net;
using System.Text.Json;
using Analyzer.Protos.V1;
using Analyzer.Service.Tests.Edges;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Submit;

/// <summary>Many files that are known, named on one connection over HTTP/2, and answered before they are sent.</summary>
public sealed class EarlyResponsesTests
{
    /// <summary>Kestrel keeps count of 100 streams then, and refuses more.</summary>
    private const int StreamsPerConnection = 20;

    private const int Files = 200;
    private const int AtOnce = 8;

    /// <summary>Larger than what a sender may send before the service reads.</summary>
    private static readonly byte[] Content = [.. Pieces.Pdf, .. new byte[2 << 20]];

    private static readonly string Sha256 = Pieces.Sha256(Content);

    [Fact]
    public async Task Rest_MoreThanCanBeReset_AllAnswered()
    {
        await using var host = await StartAsync();
        using var clean = host.Log.ExpectClean();
        using var client = new HttpClient(new SocketsHttpHandler { EnableMultipleHttp2Connections = false })
        {
            BaseAddress = host.Http2,
            DefaultRequestVersion = HttpVersion.Version20,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        (await PostAsync()).ShouldBe(HttpStatusCode.Created);

        await ForEachAsync(async () => (await PostAsync()).ShouldBe(HttpStatusCode.OK));

        async Task<HttpStatusCode> PostAsync()
        {
            using var body = new ByteArrayContent(Content);
            using var response = await client.PostAsync($"/v1/files?sha256={Sha256}", body, TestContext.Current.CancellationToken);
            var report = JsonDocument.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
            report.RootElement.GetProperty("sha256").GetString().ShouldBe(Sha256);
            return response.StatusCode;
        }
    }

    /// <summary>When its stream is reset after an early 200, curl fails with a stream error.</summary>
    [Theory]
    [InlineData(true, "200 0")]
    [InlineData(false, "400 0")]
    public async Task Curl_KnownOrRefused_EveryFileIsAnswered(bool known, string answer)
    {
        var curl = InstalledProgram.SkipUnlessPresent("curl", "curl");
        await using var host = await StartAsync();
        using var clean = host.Log.ExpectClean();
        using var folder = new TempDirectory("curl");
        var file = Path.Combine(folder.Path, "file");
        await File.WriteAllBytesAsync(file, Content, TestContext.Current.CancellationToken);
        using var first = new ByteArrayContent(Content);
        using var client = new HttpClient();
        using var created = await client.PostAsync(new Uri(host.Http1, "/v1/files"), first, TestContext.Current.CancellationToken);

        await Parallel.ForEachAsync(
            Enumerable.Range(0, 20),
            new ParallelOptions { MaxDegreeOfParallelism = 4, CancellationToken = TestContext.Current.CancellationToken },
            async (_, stop) => (await CurlAsync(stop)).ShouldBe(answer)).Within();

        // Each has its own connection: curl 7.88 cannot use one again that it opened with prior knowledge.
        async Task<string> CurlAsync(CancellationToken stop)
        {
            using var process = Process.Start(new ProcessStartInfo(
                curl,
                [
                    "-s", "--http2-prior-knowledge", "-o", Path.Combine(folder.Path, "answer"), "-w", "%{http_code} %{exitcode}",
                    "--data-binary", $"@{file}", $"{host.Http2}v1/files?sha256={(known ? Sha256 : "none")}",
                ])
            {
                RedirectStandardOutput = true,
            })!;
            return await process.StandardOutput.ReadToEndAsync(stop);
        }
    }

    [Fact]
    public async Task Grpc_SenderWaitsForTheHeaders_SendsNothingHoweverOften()
    {
        // A sender has its answer before the service has seen the stream end, and the place is free only then: on a busy machine some of
        // the last places are still taken when the next file comes. So there are five for each sender.
        const int Senders = 4;
        var time = new PacedTime { Factor = 0.01 };
        await using var host = await StartAsync(streams: 2 * 5 * Senders, time);
        using var clean = host.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var client = new Rpc.AnalyzerClient(channel);
        (await AskAsync(client, waits: true)).ShouldBe((Wanted: true, Known: false));

        await ForEachAsync(async () => (await AskAsync(client, waits: true)).ShouldBe((Wanted: false, Known: true)), Senders);
    }

    [Fact]
    public async Task Grpc_SenderWaitsWithoutSayingSo_IsAnsweredAfterAPause()
    {
        await using var host = await StartAsync();
        using var clean = host.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var client = new Rpc.AnalyzerClient(channel);
        (await AskAsync(client, waits: false)).ShouldBe((Wanted: true, Known: false));

        (await AskAsync(client, waits: false)).ShouldBe((Wanted: false, Known: true));
    }

    [Fact]
    public async Task Grpc_SenderStreamsOn_AllAnswered()
    {
        await using var host = await StartAsync(time: new PacedTime { Factor = 0.05 }); // on a busy machine senders pause for long
        using var clean = host.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var client = new Rpc.AnalyzerClient(channel);
        (await StreamedUpload.SendAsync(client, Content, Sha256)).Known.ShouldBeFalse();

        await ForEachAsync(async () => (await StreamedUpload.SendAsync(client, Content, Sha256)).Known.ShouldBeTrue());
    }

    /// <summary>Names the file, and sends it when it is wanted.</summary>
    private static async Task<(bool Wanted, bool Known)> AskAsync(Rpc.AnalyzerClient client, bool waits)
    {
        using var call = client.SubmitFile(cancellationToken: TestContext.Current.CancellationToken);
        try
        {
            await call.RequestStream.WriteAsync(
                new SubmitFileRequest { Metadata = new FileMetadata { Sha256 = Sha256, Waits = waits } },
                TestContext.Current.CancellationToken);
        }
        catch (Exception answered) when (answered is RpcException { StatusCode: StatusCode.OK } or IOException or HttpRequestException)
        {
            // So fast that the write had not returned.
        }

        var wanted = (await call.ResponseHeadersAsync).GetValue("file-wanted") == "true";
        if (wanted)
        {
            await call.RequestStream.WriteAsync(
                new SubmitFileRequest { Data = ByteString.CopyFrom(Content) }, TestContext.Current.CancellationToken);
            await call.RequestStream.CompleteAsync();
        }

        return (wanted, (await call.ResponseAsync).Known);
    }

    private static Task<AnalyzerHost> StartAsync(int streams = StreamsPerConnection, TimeProvider? time = null) =>
        AnalyzerHost.StartAsync(services => services
            .AddSingleton(time ?? TimeProvider.System)
            .PostConfigure<KestrelServerOptions>(kestrel => kestrel.Limits.Http2.MaxStreamsPerConnection = streams));

    private static Task ForEachAsync(Func<Task> submit, int atOnce = AtOnce) => Parallel.ForEachAsync(
        Enumerable.Range(0, Files),
        new ParallelOptions { MaxDegreeOfParallelism = atOnce, CancellationToken = TestContext.Current.CancellationToken },
        async (_, _) => await submit()).Within();
}
