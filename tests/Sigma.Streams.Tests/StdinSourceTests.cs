using System.Text.Json.Nodes;

namespace Sigma.Streams.Tests;

/// <summary>The source that ends: a process of its own, whose standard input it is.</summary>
public sealed class StdinSourceTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_UntilTheInputEnds_DeliversTheLastLineTooAndEndsWith0()
    {
        await File.WriteAllTextAsync(
            _folder.Combine("rule.yml"), "title: Any\nlogsource: { product: x }\ndetection: { s: { n|exists: true }, condition: s }\n",
            Cancellation);
        using var sigma = BuiltProgram.Start(
            "Sigma.Streams", _folder.Path, "run", "--Sigma:HttpPort=0", "--rules", "rule.yml", "--source", "stdin", "--sink", "file",
            "--Sigma:File:Output=alerts.ndjson", "--Sigma:DataDirectory=data");

        await sigma.Process.StandardInput.WriteAsync("{\"n\":1}\n{\"n\":\n{\"m\":2}\n{\"n\":3}".AsMemory(), Cancellation);
        var (code, output, errors) = await sigma.EndAsync();

        code.ShouldBe(0, output + errors);
        (await ReadAsync("alerts.ndjson")).Select(alert => (int)alert["fields"]!["n"]!).ShouldBe([1, 3]);
        (await ReadAsync("data/dead-letters.ndjson")).ShouldHaveSingleItem()["source"]!.ToString().ShouldBe("stdin");
    }

    private async Task<IReadOnlyList<JsonNode>> ReadAsync(string file) =>
        [.. (await File.ReadAllLinesAsync(_folder.Combine(file), Cancellation)).Select(line => JsonNode.Parse(line)!)];
}
