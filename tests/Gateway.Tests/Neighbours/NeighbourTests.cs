using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Extensions.Options;

namespace Gateway.Tests.Neighbours;

/// <summary>What the page shows of the systems beside the gateway, and the verdict in its own audit line.</summary>
public sealed class NeighbourTests : IDisposable
{
    private readonly HttpListener _systems = new();
    private readonly Uri _address = new($"http://127.0.0.1:{LoopbackPort.FindFree()}");

    public NeighbourTests()
    {
        _systems.Prefixes.Add(new Uri(_address, "/").ToString());
        _systems.Start();
        _ = AnswerAsync();
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _systems.Close();

    [Fact]
    public async Task Read_AllNeighbours_TellsAlertsAvailabilityAndProof()
    {
        var read = await ReadAsync(
            $"SigmaUrl={_address}", $"ProberUrl={_address}", $"JournalUrl={_address}", "JournalReaderUrl=http://127.0.0.1:5581");

        read.GetProperty("sigma").GetProperty("alerts")[0].GetRawText()
            .ShouldBe("""{"id":"a1","title":"Malicious","level":"high","time":"2026-11-27T01:00:00+00:00","target":"f1"}""");
        read.GetProperty("prober").GetProperty("targets")[0].GetRawText()
            .ShouldBe("""{"kind":"http","name":"journal","state":"up","ratio":0.5}""");
        read.GetProperty("reader").GetString().ShouldBe("http://127.0.0.1:5581");
        read.GetProperty("journal").GetProperty("frames").GetInt64().ShouldBe(42);
        read.GetProperty("journal").GetProperty("checkpoint").GetString().ShouldBe(new Uri(_address, "/log/checkpoint").ToString());
    }

    [Fact]
    public async Task Read_ANeighbourThatIsAwayOrAnotherProgram_CostsItsOwnPart()
    {
        var read = await ReadAsync($"SigmaUrl={_address}", $"ProberUrl=http://127.0.0.1:{LoopbackPort.FindFree()}");

        read.GetProperty("sigma").GetProperty("problem").ValueKind.ShouldBe(JsonValueKind.Null);
        read.GetProperty("prober").GetProperty("problem").GetString().ShouldNotBeNullOrEmpty();
        read.GetProperty("prober").GetProperty("targets").GetArrayLength().ShouldBe(0);
        read.GetProperty("journal").ValueKind.ShouldBe(JsonValueKind.Null);
    }

    [Fact]
    public void Start_AnAddressWithAPath_IsRefused()
    {
        using var log = new LogSink();

        Should.Throw<OptionsValidationException>(() => GatewayHost.Build(log, "SigmaUrl=http://127.0.0.1:5280/v1/alerts")).Message.ShouldBe(
            "Gateway:SigmaUrl is 'http://127.0.0.1:5280/v1/alerts', which is not a base address. Write it like http://127.0.0.1:5280.");
    }

    [Fact]
    public async Task Submit_WithAnAuditFile_WritesVerdictAndTrace()
    {
        using var folder = new TempDirectory();
        var audit = folder.Combine("audit.ndjson");
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2], $"Audit:File={audit}");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var file = new ByteArrayContent("%PDF-1.4\n%%EOF\n"u8.ToArray());
        using var request = new HttpRequestMessage(HttpMethod.Post, "/v1/files") { Content = file };
        request.Headers.Add("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        using var answer = await http.SendAsync(request, Token).Within();
        var verdict = (await answer.Content.ReadFromJsonAsync<JsonElement>(Token)).GetProperty("verdict").GetString();

        await Deadline.UntilAsync(() => File.Exists(audit) && SharedRead(audit).Contains("\"result\"", StringComparison.Ordinal));
        using var line = JsonDocument.Parse(SharedRead(audit).Split('\n')[0]);
        line.RootElement.GetProperty("result").GetString().ShouldBe(verdict);
        line.RootElement.GetProperty("trace").GetString().ShouldBe("0af7651916cd43dd8448eb211c80319c");
    }

    private static string SharedRead(string path)
    {
        using var reader = new StreamReader(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        return reader.ReadToEnd();
    }

    private static async Task<JsonElement> ReadAsync(params string[] settings)
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2], settings);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        return await http.GetFromJsonAsync<JsonElement>("/v1/neighbours", Token).Within();
    }

    private async Task AnswerAsync()
    {
        try
        {
            while (true)
            {
                var context = await _systems.GetContextAsync();
                var text = context.Request.Url!.AbsolutePath switch
                {
                    "/v1/alerts" =>
                        """
                        {"alerts":[{"number":1,"alert":{
                          "id":"a1","rule":{"title":"Malicious","level":"high"},"time":"2026-11-27T01:00:00Z","fields":{"target":"f1"}}}]}
                        """,
                    "/api/v1/targets" =>
                        """{"targets":[{"kind":"http","name":"journal","state":"up","availability":{"ratio":0.5}}]}""",
                    _ => "log.example\n42\nroot=\n",
                };
                context.Response.Close(System.Text.Encoding.UTF8.GetBytes(text), willBlock: false);
            }
        }
        catch (Exception exception) when (exception is ObjectDisposedException or HttpListenerException)
        {
            // The test is over.
        }
    }
}
