using System.Text.Json.Nodes;

namespace Analyzer.Service.Tests.Submit;

public sealed class AuditedVerdictTests
{
    [Fact]
    public async Task Submit_WithAnAuditTrail_TellsFileAndVerdict()
    {
        var token = TestContext.Current.CancellationToken;
        using var folder = new TempDirectory("audit");
        var file = folder.Combine("audit.ndjson");
        await using (var host = await AnalyzerHost.StartAsync($"Audit:File={file}"))
        {
            using var http = new HttpClient { BaseAddress = host.Http1 };
            using var answer = await http.PostAsync("/v1/files", new StringContent("hello"), token).Within();
            answer.EnsureSuccessStatusCode();
        }

        var line = JsonNode.Parse((await File.ReadAllLinesAsync(file, token)).ShouldHaveSingleItem())!;
        ((string)line["target"]!).Length.ShouldBe(64);
        ((string)line["result"]!).ShouldBe("unable");
    }
}
