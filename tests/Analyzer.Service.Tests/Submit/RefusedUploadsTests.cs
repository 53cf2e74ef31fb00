using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Submit;

/// <summary>Uploads that are one too many, from senders that wait to be asked for the body: they never are.</summary>
public sealed class RefusedUploadsTests
{
    /// <summary>Kestrel keeps count of 100 streams then, and refuses more.</summary>
    private const int StreamsPerConnection = 20;

    private const int Refusals = 200;

    [Theory]
    [InlineData("Content-Length: 1000000", true, false)] // the connection cannot be kept: the body may come, or not
    [InlineData("Transfer-Encoding: chunked", false, false)]
    [InlineData("Content-Length: 1000000", true, true)]
    [InlineData("Transfer-Encoding: chunked", false, true)]
    public async Task Rest_SenderExpectsContinue_IsRefusedWithoutIt(string framing, bool closes, bool throughGateway)
    {
        await using var host = await FullAsync();
        using var clean = host.Log.ExpectClean();
        var way = (await WaysAsync(host))[throughGateway ? 1 : 0];
        using var client = new TcpClient();
        await client.ConnectAsync(way.Http1.Host, way.Http1.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();

        await stream.WriteAsync(
            Encoding.ASCII.GetBytes($"POST /v1/files HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n{framing}\r\n\r\n"),
            TestContext.Current.CancellationToken);
        var answer = new byte[4096];
        var count = await stream.ReadAsync(answer, TestContext.Current.CancellationToken).Within();

        var head = Encoding.ASCII.GetString(answer, 0, count);
        head.ShouldStartWith("HTTP/1.1 429");
        head.ShouldContain("Retry-After: 1\r\n");
        head.Contains("Connection: close\r\n", StringComparison.Ordinal).ShouldBe(closes);
        (await host.CountAsync()).ShouldBe(0);
    }

    [Fact]
    public async Task Grpc_SenderWaitsForTheHeaders_IsRefusedHoweverOftenOnOneConnection()
    {
        await using var host = await FullAsync();
        using var clean = host.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var client = new Rpc.AnalyzerClient(channel);

        for (var i = 0; i < Refusals; i++)
        {
            using var call = client.SubmitFile(cancellationToken: TestContext.Current.CancellationToken);
            var refusal = await Should.ThrowAsync<RpcException>(async () =>
            {
                var named = new FileMetadata { Sha256 = new string('0', 64), Waits = true };
                await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = named }, TestContext.Current.CancellationToken);
                (await call.ResponseHeadersAsync).Get("file-wanted").ShouldBeNull();
                await call.ResponseAsync;
            }).Within();

            refusal.StatusCode.ShouldBe(StatusCode.ResourceExhausted, refusal.Status.Detail);
            int.Parse(call.GetTrailers().GetValue("grpc-retry-pushback-ms")!).ShouldBeInRange(1000, 3000);
        }

        (await host.CountAsync()).ShouldBe(0);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task Http2_SenderDoesNotWait_IsRefusedHoweverOftenOnOneConnection(bool grpc, bool throughGateway)
    {
        await using var host = await FullAsync();
        using var clean = host.Log.ExpectClean();
        var way = (await WaysAsync(host))[throughGateway ? 1 : 0];

        (await AnswersAsync(way.Http2, grpc, key: "")).ShouldAllBe(answer => answer == (grpc ? "grpc-status 8" : "429, Retry-After"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Http2_ClientHasAllThatItMayHave_IsRefusedHoweverOftenOnOneConnection(bool grpc)
    {
        using var keys = new ClientKeys();
        var key = keys.Add("greedy", ["submit"]);
        await using var host = await StartAsync($"Keys={keys.File}", "Clients:UploadsEach=1");
        using var clean = host.Log.ExpectClean();
        using var held = await Http1Wire.ConnectAsync(host.Http1);
        await held.SendAsync($"POST /v1/files HTTP/1.1\r\nHost: localhost\r\nx-api-key: {key}\r\nContent-Length: 1000\r\n\r\n%");
        await host.ShouldHaveUploadsAsync(1);

        (await AnswersAsync(host.Http2, grpc, key)).ShouldAllBe(answer => answer == (grpc ? "grpc-status 8" : "429, Retry-After"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Http2_KeyIsWrong_IsRefusedHoweverOftenOnOneConnection(bool grpc)
    {
        using var keys = new ClientKeys();
        await using var host = await StartAsync($"Keys={keys.File}");
        using var clean = host.Log.ExpectClean();

        (await AnswersAsync(host.Http2, grpc, key: "wrong")).ShouldAllBe(answer => answer == (grpc ? "grpc-status 16" : "401"));
    }

    /// <returns>Those to many uploads on one connection, from a sender that sends all that it may.</returns>
    private static async Task<IReadOnlyCollection<string>> AnswersAsync(Uri http2, bool grpc, string key)
    {
        using var handler = new SocketsHttpHandler { EnableMultipleHttp2Connections = false };
        using var client = new HttpMessageInvoker(handler);
        var file = new byte[100_000];
        var answers = new ConcurrentBag<string>();

        await Parallel.ForEachAsync(
            Enumerable.Range(0, Refusals),
            new ParallelOptions
            {
                MaxDegreeOfParallelism = StreamsPerConnection,
                CancellationToken = TestContext.Current.CancellationToken,
            },
            async (_, token) =>
            {
                using var request = new HttpRequestMessage(
                    HttpMethod.Post, new Uri(http2, grpc ? "/analyzer.v1.Analyzer/SubmitFile" : "/v1/files"))
                {
                    Version = HttpVersion.Version20,
                    VersionPolicy = HttpVersionPolicy.RequestVersionExact,
                    Content = new ByteArrayContent(grpc ? Messages(file) : file),
                };
                request.Headers.Add("x-api-key", key);
                request.Content.Headers.ContentType = new(grpc ? "application/grpc" : "application/pdf");
                using var response = await client.SendAsync(request, token);
                await response.Content.LoadIntoBufferAsync(token);
                answers.Add(grpc
                    ? $"grpc-status {GrpcStatus.Of(response)}"
                    : $"{(int)response.StatusCode}{(response.Headers.RetryAfter is null ? "" : ", Retry-After")}");
            }).Within();

        answers.Count.ShouldBe(Refusals);
        return answers;
    }

    private static byte[] Messages(byte[] file) =>
    [
        .. Framed(new SubmitFileRequest { Metadata = new FileMetadata() }),
        .. Framed(new SubmitFileRequest { Data = ByteString.CopyFrom(file) }),
    ];

    private static byte[] Framed(SubmitFileRequest message)
    {
        var bytes = message.ToByteArray();
        var frame = new byte[5 + bytes.Length];
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(1), bytes.Length);
        bytes.CopyTo(frame.AsSpan(5));
        return frame;
    }

    /// <summary>A service whose only permit is taken.</summary>
    private static async Task<AnalyzerHost> FullAsync()
    {
        var host = await StartAsync("Limits:MaxUploads=1");
        host.Admission.Enter().IsError(out _, out _).ShouldBeFalse();
        return host;
    }

    private static Task<AnalyzerHost> StartAsync(params string[] settings) => AnalyzerHost.StartAsync(AllowFewStreams, settings);

    private static Task<IReadOnlyList<Way>> WaysAsync(AnalyzerHost host) => host.WaysAsync(AllowFewStreams);

    private static void AllowFewStreams(IServiceCollection services) => services.PostConfigure<KestrelServerOptions>(
        kestrel => kestrel.Limits.Http2.MaxStreamsPerConnection = StreamsPerConnection);
}
