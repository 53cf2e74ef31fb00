using System.Net;
using System.Net.Sockets;
using System.Text;
using Crash.Faults;
using Crash.Systems.Analyzer.Clients;

namespace Crash.Tests.Systems.Analyzer.Clients;

public sealed class RestClientTests : IDisposable
{
    private readonly HttpListener _server = new();
    private readonly RestClient _client;
    private readonly RestClient _throughGateway;

    public RestClientTests()
    {
        var address = $"http://127.0.0.1:{LoopbackPort.FindFree()}/";
        _server.Prefixes.Add(address);
        _server.Start();
        _client = new RestClient(new Uri(address));
        _throughGateway = new RestClient(new Uri(address), throughGateway: true);
    }

    public void Dispose()
    {
        _client.Dispose();
        _throughGateway.Dispose();
        _server.Close();
    }

    [Theory]
    [InlineData(201, null, "New")]
    [InlineData(200, null, "Known")]
    [InlineData(404, null, "NotFound")]
    [InlineData(503, "1", "Refused")]
    [InlineData(429, "1", "Busy")]
    [InlineData(503, null, "Wrong")] // the contract says when to come again
    [InlineData(500, null, "Wrong")]
    [InlineData(400, null, "Wrong")]
    [InlineData(502, "1", "Wrong")] // only a gateway may say so
    [InlineData(204, null, "Wrong")]
    public async Task SubmitAsync_Status_HasTheKindOfTheContract(int status, string? retryAfter, string kind)
    {
        var response = _client.SubmitAsync(SentFiles.New().File, TestContext.Current.CancellationToken);
        await AnswerAsync(status, retryAfter, "a report");

        var answer = await response.Within();
        answer.Kind.ToString().ShouldBe(kind);
        (answer.Value is { } report ? Encoding.UTF8.GetString(report) : null).ShouldBe(kind is "New" or "Known" ? "a report" : null);
    }

    [Theory]
    [InlineData(502, "1", "Refused")]
    [InlineData(504, "1", "Refused")]
    [InlineData(502, null, "Wrong")]
    public async Task SubmitAsync_StatusOfAGateway_HasTheKindOfItsContract(int status, string? retryAfter, string kind)
    {
        var response = _throughGateway.SubmitAsync(SentFiles.New().File, TestContext.Current.CancellationToken);
        await AnswerAsync(status, retryAfter, "a problem");

        (await response.Within()).Kind.ToString().ShouldBe(kind);
    }

    [Fact]
    public async Task FindAsync_ConnectionEndsWithinTheAnswer_IsUnanswered()
    {
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        using var client = new RestClient(new Uri($"http://{server.LocalEndpoint}"));
        var response = client.FindAsync(SentFiles.New().Id, TestContext.Current.CancellationToken);
        using (var connection = await server.AcceptSocketAsync(TestContext.Current.CancellationToken).Within())
        {
            await connection.ReceiveAsync(new byte[4096], TestContext.Current.CancellationToken).Within();
            var half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"u8.ToArray();
            await connection.SendAsync(half, TestContext.Current.CancellationToken).Within();
        }

        (await response.Within()).Kind.ShouldBe(ResponseKind.Unanswered);
    }

    [Fact]
    public async Task ListAsync_Page_HasTheReportsByteForByte()
    {
        var response = _client.ListAsync("", TestContext.Current.CancellationToken);
        await AnswerAsync(200, null, """{"reports":[{"sha256":"1", "x":1.50},{}],"next":"there"}""");

        var page = (await response.Within()).Value.ShouldNotBeNull();
        page.Entries.Select(entry => Encoding.UTF8.GetString(entry.Content)).ShouldBe(["""{"sha256":"1", "x":1.50}""", "{}"]);
        page.Entries.Select(entry => entry.Id).ShouldBe(["1", ""]);
        page.Next.ShouldBe("there");
    }

    [Fact]
    public async Task ListAsync_HalfAPage_IsWrong()
    {
        var response = _client.ListAsync("", TestContext.Current.CancellationToken);
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
