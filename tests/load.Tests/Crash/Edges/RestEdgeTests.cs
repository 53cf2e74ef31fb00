using System.Net;
using System.Net.Sockets;
using System.Text;
using Load.Crash.Edges;

namespace Load.Tests.Crash.Edges;

public sealed class RestEdgeTests : IDisposable
{
    private readonly HttpListener _server = new();
    private readonly RestEdge _edge;

    public RestEdgeTests()
    {
        var address = $"http://127.0.0.1:{LoopbackPort.FindFree()}/";
        _server.Prefixes.Add(address);
        _server.Start();
        _edge = new RestEdge(new Uri(address));
    }

    public void Dispose()
    {
        _edge.Dispose();
        _server.Close();
    }

    [Theory]
    [InlineData(201, null, "New")]
    [InlineData(200, null, "Known")]
    [InlineData(404, null, "NotFound")]
    [InlineData(503, "1", "Refused")]
    [InlineData(429, "1", "Refused")]
    [InlineData(503, null, "Wrong")] // the contract says when to come again
    [InlineData(500, null, "Wrong")]
    [InlineData(400, null, "Wrong")]
    [InlineData(204, null, "Wrong")]
    public async Task SubmitAsync_Status_IsWhatTheContractMakesOfIt(int status, string? retryAfter, string kind)
    {
        var response = _edge.SubmitAsync(Uploads.New(), TestContext.Current.CancellationToken);
        await AnswerAsync(status, retryAfter, "a report");

        var answer = await response.Within();
        answer.Kind.ToString().ShouldBe(kind);
        (answer.Value is { } report ? Encoding.UTF8.GetString(report) : null).ShouldBe(kind is "New" or "Known" ? "a report" : null);
    }

    [Fact]
    public async Task SubmitAsync_ConnectionEndsWithinTheAnswer_IsUnanswered()
    {
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        using var edge = new RestEdge(new Uri($"http://{server.LocalEndpoint}"));
        var response = edge.FindAsync(Uploads.New().Sha256, TestContext.Current.CancellationToken);
        using (var connection = await server.AcceptSocketAsync(TestContext.Current.CancellationToken).Within())
        {
            await connection.ReceiveAsync(new byte[4096], TestContext.Current.CancellationToken).Within();
            await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"u8.ToArray(), TestContext.Current.CancellationToken).Within();
        }

        (await response.Within()).Kind.ShouldBe(ResponseKind.Unanswered);
    }

    [Fact]
    public async Task ListAsync_Page_HasTheReportsByteForByte()
    {
        var response = _edge.ListAsync("", TestContext.Current.CancellationToken);
        await AnswerAsync(200, null, """{"reports":[{"sha256":"1", "x":1.50},{}],"next":"there"}""");

        var page = (await response.Within()).Value.ShouldNotBeNull();
        page.Reports.Select(Encoding.UTF8.GetString).ShouldBe(["""{"sha256":"1", "x":1.50}""", "{}"]);
        page.Next.ShouldBe("there");
    }

    [Fact]
    public async Task ListAsync_HalfAPage_IsWrong()
    {
        var response = _edge.ListAsync("", TestContext.Current.CancellationToken);
        await AnswerAsync(200, null, """{"reports":[{"sha2""");

        (await response.Within()).Kind.ShouldBe(ResponseKind.Wrong);
    }

    private async Task AnswerAsync(int status, string? retryAfter, string body)
    {
        var response = (await _server.GetContextAsync().Within()).Response;
        response.StatusCode = status;
        if (retryAfter is not null)
        {
            response.AddHeader("Retry-After", retryAfter);
        }

        response.Close(status == 204 ? [] : Encoding.UTF8.GetBytes(body), willBlock: true);
    }
}
