using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace Analyzer.Service.Tests.Interop;

/// <summary>A client that nobody here wrote: gRPC's C core, told what the messages look like by reflection only.</summary>
public sealed class PythonClientTests
{
    [Fact]
    public async Task SubmitFile_FromPython_GivesTheReportThatRestGives()
    {
        DebianPython.SkipUnlessPresent();
        var folder = SharedData.SkipUnlessPresent("data", "pdfs");
        var file = Directory.EnumerateFiles(folder, "*.pdf").Order(StringComparer.Ordinal).First();
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();

        var script = Path.Combine(SharedData.RepositoryRoot, "tests", "Analyzer.Service.Tests", "Interop", "submit.py");
        var answer = JsonNode.Parse(await DebianPython.RunAsync(script, host.Http2.Authority, file))!;

        using var http = new HttpClient { BaseAddress = host.Http1 };
        var content = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);
        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent(content), TestContext.Current.CancellationToken).Within();
        var rest = (await submitted.Content.ReadFromJsonAsync<JsonObject>(TestContext.Current.CancellationToken).Within())!;

        answer["known"].ShouldBeNull("protobuf's JSON form leaves out what is false");
        ((int)submitted.StatusCode).ShouldBe(200, "known by now");
        var grpc = answer["report"]!;
        ((string?)grpc["sha256"]).ShouldBe(Path.GetFileNameWithoutExtension(file));
        ((string?)grpc["sha256"]).ShouldBe((string?)rest["sha256"]);
        ((string?)grpc["size"]).ShouldBe(((long)rest["size"]!).ToString());
        ((string?)grpc["mediaType"]).ShouldBe((string?)rest["mediaType"]);
        ((string?)grpc["verdict"]).ShouldBe($"VERDICT_{((string?)rest["verdict"])!.ToUpperInvariant()}");
        ((double)grpc["entropy"]!).ShouldBe((double)rest["entropy"]!);
        (grpc["findings"]?.AsArray().Select(finding => (string?)finding!["rule"]) ?? [])
            .ShouldBe(rest["findings"]!.AsArray().Select(finding => (string?)finding!["rule"]));
    }
}
