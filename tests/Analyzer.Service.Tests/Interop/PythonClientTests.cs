using System.Net.Http.Json;
using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace Analyzer.Service.Tests.Interop;

/// <summary>A client that nobody here wrote: gRPC's C core, told what the messages look like by reflection only.</summary>
public sealed class PythonClientTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SubmitFile_FromPython_GivesTheReportThatRestGives(bool throughGateway)
    {
        DebianPython.SkipUnlessPresent();
        var folder = SharedData.SkipUnlessPresent("data", "pdfs");
        var file = Directory.EnumerateFiles(folder, "*.pdf").Order(StringComparer.Ordinal).First();
        await using var host = await AnalyzerHost.StartAsync();

        // The program ends with its stream of reflection open, which the server may be reading.
        using var clean = host.Log.ExpectClean(record => record.Message.Contains("ServerReflectionInfo", StringComparison.Ordinal));

        var answer = JsonNode.Parse(await DebianPython.RunAsync(Script("submit.py"), await AuthorityAsync(host, throughGateway), file))!;

        using var http = new HttpClient { BaseAddress = host.Http1 };
        var content = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);
        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent(content), TestContext.Current.CancellationToken)
            .Within();
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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task AnalyzeResult_FromPython_IsRefusedWithTheKindInTheDetails(bool throughGateway)
    {
        DebianPython.SkipUnlessPresent();
        await using var host = await AnalyzerHost.StartAsync();
        var authority = await AuthorityAsync(host, throughGateway);

        var bad = JsonNode.Parse(await DebianPython.RunAsync(Script("refuse.py"), authority))!;
        host.Store.Down = true;
        var away = JsonNode.Parse(await DebianPython.RunAsync(Script("refuse.py"), authority, new string('0', 64)))!;

        ((int)bad["code"]!).ShouldBe(3);
        bad["same"]!.ToJsonString().ShouldBe(new JsonArray(3, (string)bad["message"]!).ToJsonString());
        ((string?)bad["reason"]).ShouldBe("invalid-argument");
        ((string?)bad["domain"]).ShouldBe("analyzer");
        ((string?)bad["metadata"]!["status"]).ShouldBe("400");
        ((string?)bad["metadata"]!["title"]).ShouldBe("An argument is not valid");
        ((string?)bad["metadata"]!["type"]).ShouldBe("urn:analyzer:problem:invalid-argument");
        bad["retryMs"].ShouldBeNull("trying again cannot help");
        ((string?)away["reason"]).ShouldBe("store-unavailable");
        ((long)away["retryMs"]!).ShouldBeGreaterThan(0);
    }

    /// <summary>Nobody stops it before it has the answer: no call may cost another one the connection.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SubmitFile_KnownAndStreamedOnByEightAtOnce_LosesNoCall(bool throughGateway)
    {
        DebianPython.SkipUnlessPresent();
        using var folder = new TempDirectory("stream-on");
        byte[] content = [.. "%PDF-1.4\n"u8, .. new byte[2_100_000], .. "\n%%EOF\n"u8];
        await File.WriteAllBytesAsync(folder.Combine("known.pdf"), content, TestContext.Current.CancellationToken);
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var first = await http.PostAsync("/v1/files", new ByteArrayContent(content), TestContext.Current.CancellationToken).Within();

        var outcomes = await DebianPython.RunAsync(
            Script("stream_on.py"), await AuthorityAsync(host, throughGateway), folder.Combine("known.pdf"),
            Convert.ToHexStringLower(SHA256.HashData(content)), "200", "8");

        outcomes.Trim().ShouldBe("""{"OK": 200}""");
        await host.ShouldBeIdleAsync();
    }

    private static string Script(string name) =>
        Path.Combine(SharedData.RepositoryRoot, "tests", "Analyzer.Service.Tests", "Interop", name);

    private static async Task<string> AuthorityAsync(AnalyzerHost host, bool throughGateway) =>
        (throughGateway ? (await host.GatewayAsync()).Http2 : host.Http2).Authority;
}
