using System.Text.Json.Nodes;

namespace Sigma.Streams.Tests;

/// <summary>The source follows files; every alert is in the sink's file once, whatever happens to them.</summary>
public sealed class FileSourceTests : IDisposable
{
    private const string Rule = "title: Any\nlogsource: { product: x }\ndetection: { s: { n|exists: true }, condition: s }\n";

    private readonly TempDirectory _folder = new();

    public FileSourceTests()
    {
        Directory.CreateDirectory(_folder.Combine("logs"));
        File.WriteAllText(_folder.Combine("rule.yml"), Rule);
    }

    private string Log => _folder.Combine("logs", "app.log");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Follow_AFileThatGrows_TakesWholeLines()
    {
        await using var host = await StartAsync();

        Append(Log, "{\"n\":1}\n{\"n\":2}\n{\"n\":");
        await UntilAsync(1, 2);
        Append(Log, "3}\n");

        await UntilAsync(1, 2, 3);
    }

    [Fact]
    public async Task Follow_ARenamedFile_ReadsItsRestAndTheNewOne()
    {
        await using var host = await StartAsync();
        Append(Log, "{\"n\":1}\n");
        await UntilAsync(1);

        Append(Log, "{\"n\":2}\n");
        File.Move(Log, $"{Log}.1");
        Append($"{Log}.1", "{\"n\":3}\n");
        Append(Log, "{\"n\":4}\n");

        await UntilAsync(1, 2, 3, 4);
    }

    [Fact]
    public async Task Follow_ACopiedAndTruncatedFile_ReadsNothingTwice()
    {
        await using var host = await StartAsync();
        Append(Log, "{\"n\":1}\n{\"n\":2}\n");
        await UntilAsync(1, 2);

        File.Copy(Log, $"{Log}.1");
        using (var file = new FileStream(Log, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            file.SetLength(0);
        }

        Append(Log, "{\"n\":3}\n");

        await UntilAsync(1, 2, 3);
    }

    [Fact]
    public async Task Follow_ASingleFileThatIsRenamedAway_ReadsEachLineOnce()
    {
        await using var host = await StartAsync(Log);
        Append(Log, "{\"n\":1}\n{\"n\":2}\n");
        await UntilAsync(1, 2);

        File.Move(Log, $"{Log}.1");
        Append($"{Log}.1", "{\"n\":3}\n");
        for (var n = 4; n <= 7; n++)
        {
            Append(Log, $"{{\"n\":{n}}}\n");
            await UntilAsync([.. Enumerable.Range(1, n)]);
        }
    }

    [Fact]
    public async Task Follow_ASingleFileThatIsTruncatedAndGrowsBeyondItsOldEnd_ReadsEachLineOnce()
    {
        await using var host = await StartAsync(Log);
        Append(Log, "{\"n\":1}\n{\"n\":2}\n");
        await UntilAsync(1, 2);

        await File.WriteAllTextAsync(Log, "{\"n\":3}\n", TestContext.Current.CancellationToken);
        await UntilAsync(1, 2, 3);
        for (var n = 4; n <= 7; n++)
        {
            Append(Log, $"{{\"n\":{n}}}\n");
            await UntilAsync([.. Enumerable.Range(1, n)]);
        }
    }

    [Fact]
    public async Task Start_AfterAStop_GoesOnWhereItEnded()
    {
        await using (await StartAsync())
        {
            Append(Log, "{\"n\":1}\n{\"n\":2}\n");
            await UntilAsync(1, 2);
        }

        Append(Log, "{\"n\":3}\n");
        File.Move(Log, $"{Log}.1");
        Append(Log, "{\"n\":4}\n");
        await using var host = await StartAsync();

        await UntilAsync(1, 2, 3, 4);
        Alerts().Select(alert => (string)alert["id"]!).ShouldBeUnique();
    }

    [Fact]
    public async Task Follow_ALineBeyondTheLimitAndBrokenOnes_GoesOn()
    {
        await using var host = await StartAsync();

        Append(Log, $"{{\"n\":1}}\n{{\"n\":\"{new string('x', 3 << 20)}\"}}\nbroken\n\n{{\"n\":2}}\n");

        await UntilAsync(1, 2);
        await Deadline.UntilAsync(() => Lines(_folder.Combine("data", "dead-letters.ndjson")).Count == 2);
        Lines(_folder.Combine("data", "dead-letters.ndjson")).Select(letter => (string)letter["reason"]!)
            .ShouldBe(["too-long", "malformed"]);
    }

    private static List<JsonNode> Lines(string path)
    {
        if (!File.Exists(path))
        {
            return [];
        }

        using var reader = new StreamReader(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        var text = reader.ReadToEnd();
        return [.. text[..(text.LastIndexOf('\n') + 1)].Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonNode.Parse(line)!)];
    }

    private static void Append(string path, string text)
    {
        using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        file.Write(System.Text.Encoding.UTF8.GetBytes(text));
    }

    private List<JsonNode> Alerts() => Lines(_folder.Combine("alerts.ndjson"));

    private async Task UntilAsync(params int[] numbers)
    {
        await Deadline.UntilAsync(() => Alerts().Count >= numbers.Length);
        Alerts().Select(alert => (int)alert["fields"]!["n"]!).Order().ShouldBe(numbers);
    }

    /// <param name="events">A file or a folder; null for the folder of logs.</param>
    private Task<SigmaHost> StartAsync(string? events = null) => SigmaHost.StartAsync(
        _folder,
        "--rules", _folder.Combine("rule.yml"),
        "--source", "file", "--events", events ?? _folder.Combine("logs"),
        "--sink", "file", $"--Sigma:File:Output={_folder.Combine("alerts.ndjson")}");
}
