using System.Net;
using System.Security.Cryptography;
using System.Text;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Hosting.Audit;
using Microsoft.Extensions.DependencyInjection;

namespace Analyzer.Service.Tests.Abuse;

/// <summary>
/// A page of another site is open in the browser of whoever runs the service, and sends from there: at both edges, and through the gateway,
/// it reads no report, and has none stored.
/// </summary>
public sealed class BrowserTests
{
    private static readonly byte[] File = "%PDF-1.4\n%%EOF\n"u8.ToArray(); // the one of ShouldTakeAFileAsync

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>DNS rebinding: the page's own name leads to this address, and the browser asks for that name.</summary>
    [Theory]
    [InlineData("evil.example", 421, "3", false)]
    [InlineData("localhost", 200, "0", true)]
    public async Task Read_ByTheNameOfAnotherSite_ShowsNoReport(string name, int status, string grpcStatus, bool shown)
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.ShouldTakeAFileAsync();
        var sha256 = Convert.ToHexStringLower(SHA256.HashData(File));
        foreach (var way in await host.WaysAsync())
        {
            var rest = await AskAsync(new(HttpMethod.Get, new Uri(way.Http1, "/v1/files")), "Host", name);
            var grpc = await AskAsync(Call(way, "ListResults", new ListResultsRequest()), "Host", name);

            rest.Status.ShouldBe(status, way.Name);
            grpc.GrpcStatus.ShouldBe(grpcStatus, way.Name);
            rest.Body.Contains(sha256).ShouldBe(shown, way.Name);
            grpc.Body.Contains(sha256).ShouldBe(shown, way.Name);
        }
    }

    [Theory]
    [InlineData("Sec-Fetch-Site", "cross-site")]
    [InlineData("Origin", "http://evil.example")]
    public async Task Submit_ForAPageOfAnotherSite_StoresNothingAndIsToldToTheAudit(string header, string value)
    {
        var audit = new AuditMemory();
        await using var host = await AnalyzerHost.StartAsync(Listen);
        foreach (var way in await host.WaysAsync(Listen))
        {
            var rest = await AskAsync(
                new(HttpMethod.Post, new Uri(way.Http1, "/v1/files")) { Content = new ByteArrayContent(File) }, header, value);
            var grpc = await AskAsync(
                Call(
                    way, "SubmitFile", new SubmitFileRequest { Metadata = new() },
                    new SubmitFileRequest { Data = ByteString.CopyFrom(File) }),
                header,
                value);

            (rest.Status, grpc.GrpcStatus).ShouldBe((403, "7"), way.Name);
            rest.Body.ShouldContain("problem:cross-site", customMessage: way.Name);
        }

        (await host.CountAsync()).ShouldBe(0);
        await Deadline.UntilAsync(() => Refused().Count() == 4);
        Refused().CountBy(record => record.Host).ShouldBe([new("analyzer", 2), new("gateway", 2)], ignoreOrder: true);

        IEnumerable<AuditRecord> Refused() => audit.Records.Where(record => record.Outcome == "cross-site");

        void Listen(IServiceCollection services) => services.AddSingleton<IAuditSink>(audit);
    }

    private static HttpRequestMessage Call(Way way, string method, params IEnumerable<IMessage> messages) =>
        new(HttpMethod.Post, new Uri(way.Http2, $"/analyzer.v1.Analyzer/{method}"))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent([.. messages.SelectMany(Framed)]) { Headers = { ContentType = new("application/grpc") } },
            Headers = { { "te", "trailers" } },
        };

    /// <summary>A frame of a message of less than 256 bytes.</summary>
    private static byte[] Framed(IMessage message) => [0, 0, 0, 0, checked((byte)message.CalculateSize()), .. message.ToByteArray()];

    private static async Task<(int Status, string? GrpcStatus, string Body)> AskAsync(
        HttpRequestMessage request, string header, string value)
    {
        using var http = new HttpClient();
        request.Headers.Add(header, value);
        using (request)
        {
            using var response = await http.SendAsync(request, Token).Within();
            var body = Encoding.Latin1.GetString(await response.Content.ReadAsByteArrayAsync(Token).Within());
            var grpcStatus = response.Headers.Concat(response.TrailingHeaders).FirstOrDefault(field => field.Key == "grpc-status").Value;
            return ((int)response.StatusCode, grpcStatus?.Single(), body);
        }
    }
}
