using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Real connections to a server that says, byte for byte, what a test wants.</summary>
public sealed class WireTests
{
    private const string Head = "HTTP/1.1 200 OK\r\nX-Elastic-Product: Elasticsearch\r\nContent-Type: application/json\r\n";
    private static readonly string Index =
        """{"reports-v1":{"aliases":{},"mappings":{"_meta":{"application":"analyzer","schema":VERSION}},"settings":{"index":{}}}}"""
            .Replace("VERSION", $"{IndexSchema.Version}", StringComparison.Ordinal);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task FindAsync_HalfABody_IsAskedAgain()
    {
        var lookUps = 0;
        using var server = Listen(request => request.Contains("/_doc/") && ++lookUps == 1
            ? $"{Head}Content-Length: 500\r\n\r\n{{\"_id\":"
            : Whole(request, """{"found":false}"""));
        await using var store = Open(server);

        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldBeNull();

        lookUps.ShouldBe(2);
    }

    [Theory]
    [InlineData("Content-Length: 500\r\n\r\n{\"_id\":")]
    [InlineData("Transfer-Encoding: chunked\r\n\r\n10\r\n{\"_id\":")]
    [InlineData("Transfer-Encoding: chunked\r\n\r\nzz\r\n{\"_id\":")]
    [InlineData("Content-Length: 7\r\n\r\n{\"_id\":")]
    [InlineData("Content-Length: 15\r\n\r\n<html></html>..")]
    [InlineData("Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nGZIP")]
    public async Task FindAsync_NeverAWholeBody_SaysUnavailable(string rest)
    {
        using var server = Listen(request => request.Contains("/_doc/") ? Head + rest : Whole(request, "{}"));
        await using var store = Open(server);

        await Should.ThrowAsync<StoreUnavailableException>(async () => await store.FindAsync(Reports.Id(1), Cancellation).Within());
    }

    [Fact]
    public async Task EveryRequest_ByDefault_AsksForNoCompression()
    {
        var requests = new List<string>();
        using var server = Listen(request =>
        {
            requests.Add(request);
            return Whole(request, """{"found":false}""");
        });
        await using var store = Open(server);

        await store.FindAsync(Reports.Id(1), Cancellation).Within();

        requests.Count.ShouldBe(2);
        requests.ShouldAllBe(request => !request.Contains("Encoding:", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task EveryRequest_NodeBelowAPath_GoesThere()
    {
        var requests = new List<string>();
        using var server = Listen(request =>
        {
            requests.Add(request.Split(' ')[1]);
            return Whole(request, """{"found":false}""");
        });
        await using var store = Open(server, "/search/es/");

        await store.FindAsync(Reports.Id(1), Cancellation).Within();

        requests.ShouldBe(["/search/es/reports", $"/search/es/reports/_doc/{Reports.Id(1)}"]);
    }

    /// <summary>The connection is kept: it must not be found unusable after a response that was not read to its end.</summary>
    [Fact]
    public async Task FindAsync_BodyThatStops_EndsInTime()
    {
        using var server = Listen(request => request.Contains("/_doc/") ? null : Whole(request, "{}"));
        await using var store = Open(server, timeout: TimeSpan.FromSeconds(2));
        await store.InitializeAsync(Cancellation).Within();

        (await Should.ThrowAsync<StoreUnavailableException>(async () => await store.FindAsync(Reports.Id(1), Cancellation).Within()))
            .Message.ShouldContain("2 s");
    }

    private static ElasticsearchReportStore Open(TcpListener server, string path = "", TimeSpan? timeout = null) =>
        ElasticsearchReportStore.Create(
            TestStore.Options().With(cluster => cluster with { Url = $"http://{server.LocalEndpoint}{path}" }) with
            {
                Timeout = timeout ?? Deadline.Default,
                AttemptTimeout = Deadline.Default,
            });

    private static string Whole(string request, string body)
    {
        var content = request.Contains("/_doc/") ? body : Index;
        return $"{Head}Content-Length: {content.Length}\r\nConnection: close\r\n\r\n{content}";
    }

    /// <param name="respond">Makes a response of a request's head; null for a head whose body never comes.</param>
    private static TcpListener Listen(Func<string, string?> respond)
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _ = ServeAsync();
        return listener;

        async Task ServeAsync()
        {
            try
            {
                while (true)
                {
                    using var client = await listener.AcceptTcpClientAsync(Cancellation);
                    await using var stream = client.GetStream();
                    var response = respond(await ReadHeadAsync(stream));
                    await stream.WriteAsync(Encoding.UTF8.GetBytes(response ?? $"{Head}Content-Length: 500\r\n\r\n{{"), Cancellation);
                    if (response is null)
                    {
                        await ReadHeadAsync(stream); // until the client gives up
                    }
                }
            }
            catch (Exception exception) when (
                exception is SocketException or ObjectDisposedException or OperationCanceledException or IOException)
            {
                // The test has ended.
            }
        }
    }

    private static async Task<string> ReadHeadAsync(NetworkStream stream)
    {
        var head = new StringBuilder();
        var buffer = new byte[1024];
        while (!head.ToString().Contains("\r\n\r\n", StringComparison.Ordinal)
            && await stream.ReadAsync(buffer, Cancellation) is > 0 and var read)
        {
            head.Append(Encoding.ASCII.GetString(buffer, 0, read));
        }

        return head.ToString();
    }
}
