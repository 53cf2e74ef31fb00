using System.IO.Compression;
using System.IO.Pipelines;
using System.Net;
using System.Net.Http.Headers;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Health.V1;
using Grpc.Net.Client;
using Microsoft.Extensions.Logging;

namespace Analyzer.Service.Tests.Abuse;

/// <summary>Requests that are odd or broken: what each is answered, and that the log stays as it was.</summary>
public sealed class OddRequestsTests
{
    private static readonly string Unknown = new('a', 64);

    private static readonly (string Method, string Path, int Status, string Allow)[] Methods =
    [
        ("PUT", "/v1/files", 405, "GET, HEAD, POST"),
        ("OPTIONS", "/v1/files", 405, "GET, HEAD, POST"),
        ("TRACE", "/v1/rules", 405, "GET, HEAD"),
        ("PATCH", $"/v1/files/{Unknown}", 405, "DELETE, GET, HEAD"),
        ("PUT", "/", 405, "GET, HEAD"),
        ("PUT", "/v1/unknown", 404, ""),
        ("GET", "/v1/unknown", 404, ""),
        ("OPTIONS", "/unknown", 404, ""),
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Method_ThatARouteLacks_Is405WithThoseThatItHas()
    {
        await using var host = await AnalyzerHost.StartAsync();
        foreach (var way in await host.WaysAsync())
        {
            using var http = new HttpClient { BaseAddress = way.Http1 };
            foreach (var (method, path, status, allow) in Methods)
            {
                if (path == "/" && way.Http1 != host.Http1)
                {
                    continue; // the gateway has no page
                }

                using var request = new HttpRequestMessage(new HttpMethod(method), path);

                using var response = await http.SendAsync(request, Token).Within();

                ((int)response.StatusCode).ShouldBe(status, $"{way.Name}: {method} {path}");
                string.Join(", ", response.Content.Headers.Allow.Order(StringComparer.Ordinal)).ShouldBe(
                    allow, $"{way.Name}: {method} {path}");
            }
        }
    }

    /// <summary>The body comes late: the answer must not be taken for sent before it has its text.</summary>
    [Theory]
    [InlineData("/v1/unknown", HttpStatusCode.NotFound)]
    [InlineData("/v1/rules", HttpStatusCode.MethodNotAllowed)]
    public async Task Post_OverHttp2WhereNoneIsTaken_IsAnsweredWithAProblem(string path, HttpStatusCode status)
    {
        await using var host = await AnalyzerHost.StartAsync();
        foreach (var way in await host.WaysAsync())
        {
            using var http = new HttpClient
            {
                BaseAddress = way.Http2,
                DefaultRequestVersion = HttpVersion.Version20,
                DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
            var body = new Pipe();

            var answering = http.PostAsync(path, new StreamContent(body.Reader.AsStream()), Token);
            await Task.Delay(100, Token); // the client itself may wait for the end of what it sends
            await body.Writer.CompleteAsync();
            using var response = await answering.Within();

            response.StatusCode.ShouldBe(status, way.Name);
            response.Content.Headers.ContentType?.MediaType.ShouldBe("application/problem+json", way.Name);
            (await response.Content.ReadAsStringAsync(Token)).ShouldContain($"\"status\":{(int)status}", customMessage: way.Name);
        }
    }

    [Fact]
    public async Task Chunk_WhoseSizeOverflows_Is400AndNoClientThatLeft()
    {
        await using var host = await AnalyzerHost.StartAsync();
        foreach (var way in await host.WaysAsync())
        {
            var answer = await Http1Wire.AskAsync(
                way.Http1, "POST /v1/files HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nabc");

            answer.ShouldStartWith("HTTP/1.1 400", customMessage: way.Name);
        }

        await host.ShouldBeIdleAsync();
    }

    [Fact]
    public async Task Garbage_InAUnaryCall_IsInvalidArgumentWithoutALine()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http2 };
        foreach (var path in new[] { "/analyzer.v1.Analyzer/AnalyzeResult", "/grpc.health.v1.Health/Check" })
        {
            using var response = await PostAsync(http, path, [0, 0, 0, 0, 3, 0xff, 0xff, 0xff]);

            GrpcStatus.Of(response).ShouldBe("3", path);
        }

        Lines(host).ShouldBeEmpty();
    }

    [Fact]
    public async Task Refusals_OverGrpc_LogNothing()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var client = new Protos.V1.Analyzer.AnalyzerClient(channel);

        for (var i = 0; i < 20; i++)
        {
            var refused = await Should.ThrowAsync<RpcException>(async () =>
                await client.AnalyzeResultAsync(new() { Sha256 = Unknown }, cancellationToken: Token));
            refused.StatusCode.ShouldBe(StatusCode.NotFound);
            refused.Trailers.GetValueBytes("grpc-status-details-bin").ShouldNotBeNull();
        }

        Lines(host).ShouldBeEmpty();
    }

    [Fact]
    public async Task Health_OfTheService_IsServing()
    {
        await using var host = await AnalyzerHost.StartAsync();
        foreach (var way in await host.WaysAsync())
        {
            using var channel = GrpcChannel.ForAddress(way.Http2);

            var health = await new Health.HealthClient(channel)
                .CheckAsync(new() { Service = "analyzer.v1.Analyzer" }, cancellationToken: Token);

            health.Status.ShouldBe(HealthCheckResponse.Types.ServingStatus.Serving, way.Name);
        }
    }

    [Theory]
    [InlineData(10, "5")]
    [InlineData(5 << 20, "8")]
    public async Task Gzip_OfAMessage_IsOpenedWithinTheLimit(int padding, string status)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http2 };
        var message = new MemoryStream(); // an unknown field of any length is no error
        message.Write(new AnalyzeResultRequest { Sha256 = Unknown }.ToByteArray());
        using (var coded = new CodedOutputStream(message, leaveOpen: true))
        {
            coded.WriteTag(1000, WireFormat.WireType.LengthDelimited);
            coded.WriteBytes(ByteString.CopyFrom(new byte[padding]));
        }

        var zipped = new MemoryStream();
        using (var gzip = new GZipStream(zipped, CompressionLevel.Optimal, leaveOpen: true))
        {
            gzip.Write(message.ToArray());
        }

        var length = (int)zipped.Length;
        using var response = await PostAsync(
            http,
            "/analyzer.v1.Analyzer/AnalyzeResult",
            [1, (byte)(length >> 24), (byte)(length >> 16), (byte)(length >> 8), (byte)length, .. zipped.ToArray()]);

        GrpcStatus.Of(response).ShouldBe(status);
    }

    [Theory]
    [InlineData(false, HttpStatusCode.OK)]
    [InlineData(true, HttpStatusCode.BadRequest)]
    public async Task Body_OfAnotherFile_UnderAKnownDigest_IsReadWhenVerifying(bool verify, HttpStatusCode status)
    {
        await using var host = await AnalyzerHost.StartAsync($"VerifyKnown={verify}");
        using var http = new HttpClient { BaseAddress = host.Http1 };
        var file = "%PDF-1.4\n%%EOF\n"u8.ToArray();
        using var first = await http.PostAsync("/v1/files", new ByteArrayContent(file), Token).Within();
        var digest = $"sha-256=:{Convert.ToBase64String(System.Security.Cryptography.SHA256.HashData(file))}:;source=test";

        using var lie = new ByteArrayContent("another file"u8.ToArray()) { Headers = { { "Content-Digest", digest } } };
        using var answer = await http.PostAsync("/v1/files", lie, Token).Within();
        using var truth = new ByteArrayContent(file) { Headers = { { "Content-Digest", digest } } };
        using var again = await http.PostAsync("/v1/files", truth, Token).Within();

        first.StatusCode.ShouldBe(HttpStatusCode.Created);
        answer.StatusCode.ShouldBe(status);
        again.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    private static async Task<HttpResponseMessage> PostAsync(HttpClient http, string path, byte[] body)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(body) { Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") } },
            Headers = { { "grpc-encoding", "gzip" }, { "te", "trailers" } },
        };
        return await http.SendAsync(request, Token).Within();
    }

    /// <summary>The lines that a service with its own settings writes.</summary>
    private static IEnumerable<LogRecord> Lines(AnalyzerHost host) => host.Log.Records.Where(record =>
        record.Level >= LogLevel.Information && record.Category.StartsWith("Grpc", StringComparison.Ordinal));
}
