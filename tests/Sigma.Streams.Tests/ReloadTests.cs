using System.Text.Json.Nodes;

namespace Sigma.Streams.Tests;

public sealed class ReloadTests : IDisposable
{
    private static readonly string Correlation = SampleRules.A + SampleRules.Count("Three", "1h", "gte: 3");

    private readonly TempDirectory _folder = new();

    public ReloadTests() => Directory.CreateDirectory(_folder.Combine("rules"));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Change_OfAnotherRule_KeepsWhatCorrelationsKnow()
    {
        Write("a.yml", Correlation);
        await using var host = await StartAsync();
        await host.PostAsync("{\"x\":1,\"user\":\"ada\"}\n{\"x\":1,\"user\":\"ada\"}\n");

        Write("b.yml", "title: B\nlogsource: { product: x }\ndetection: { s: { x: 2 }, condition: s }\n");
        await UntilAsync(host, rules => rules.Any(rule => (string)rule["title"]! == "B"));
        await host.PostAsync("{\"x\":2}\n{\"x\":1,\"user\":\"ada\"}\n");

        (await TitlesAsync(host)).ShouldBe(["B", "Three"]);
    }

    [Fact]
    public async Task Change_OfTheRuleItself_BeginsAnew()
    {
        Write("a.yml", Correlation);
        await using var host = await StartAsync();
        await host.PostAsync("{\"x\":1,\"user\":\"ada\"}\n{\"x\":1,\"user\":\"ada\"}\n");

        Write("a.yml", Correlation.Replace("title: A", "title: Other", StringComparison.Ordinal));
        await UntilAsync(host, rules => rules.Any(rule => (string)rule["title"]! == "Other"));
        await host.PostAsync("{\"x\":1,\"user\":\"ada\"}\n");

        (await TitlesAsync(host)).ShouldBeEmpty();
    }

    [Fact]
    public async Task BrokenRule_AmongGoodOnes_IsRefusedByNameAndTheOthersCount()
    {
        Write("a.yml", Correlation);
        await using var host = await StartAsync();

        Write("b.yml", "title: B\nlogsource: { product: x }\ndetection: { s: { x|nonsense: 2 }, condition: s }\n");
        Write("c.yml", "title: C\nlogsource: { product: x }\ndetection: { s: { x: 3 }, condition: s }\n");
        await UntilAsync(host, rules => rules.Any(rule => (string)rule["title"]! == "C"));
        await host.PostAsync("{\"x\":3}\n");

        (await TitlesAsync(host)).ShouldBe(["C"]);
        var problem = (await host.GetAsync("/v1/rules"))["problems"]!.AsArray().ShouldHaveSingleItem()!;
        ((string)problem["file"]!).ShouldEndWith("b.yml");
        ((int)problem["line"]!).ShouldBe(3);
    }

    [Fact]
    public async Task Change_WithoutOneGoodRule_ChangesNothing()
    {
        Write("a.yml", "title: A\nlogsource: { product: x }\ndetection: { s: { x: 1 }, condition: s }\n");
        await using var host = await StartAsync();

        Write("a.yml", "title: A\n");
        await Deadline.UntilAsync(() => host.Log.Records.Any(record => record.Message.Contains("none is valid")));
        await host.PostAsync("{\"x\":1}\n");

        (await TitlesAsync(host)).ShouldBe(["A"]);
        ((string)(await host.GetAsync("/v1/rules"))["refused"]!).ShouldContain("No rule is valid");
    }

    [Fact]
    public async Task Deletion_OfAFile_RemovesItsRules()
    {
        Write("a.yml", Correlation);
        Write("b.yml", "title: B\nlogsource: { product: x }\ndetection: { s: { x: 2 }, condition: s }\n");
        await using var host = await StartAsync();

        File.Delete(_folder.Combine("rules", "b.yml"));
        await UntilAsync(host, rules => rules.All(rule => (string)rule["title"]! != "B"));
        await host.PostAsync("{\"x\":2}\n");

        (await TitlesAsync(host)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Deletion_OfAFileThatWasNamed_RemovesItsRulesAndNoOthers()
    {
        Write("a.yml", Correlation);
        Write("b.yml", Rule("B", 2));
        await using var host = await SigmaHost.StartAsync(
            _folder, "--rules", _folder.Combine("rules", "a.yml"), _folder.Combine("rules", "b.yml"));

        File.Delete(_folder.Combine("rules", "b.yml"));
        await UntilAsync(host, rules => rules.All(rule => (string)rule["title"]! != "B"));
        Write("a.yml", Correlation + "---\n" + Rule("C", 3));
        await UntilAsync(host, rules => rules.Any(rule => (string)rule["title"]! == "C"));

        await ShouldRefuseAsync(host, "b.yml");
    }

    [Fact]
    public async Task FileThatCannotBeRead_AmongOthers_KeepsItsRulesUntilItCan()
    {
        Write("a.yml", Correlation);
        await using var host = await StartAsync();
        await host.PostAsync("{\"x\":1,\"user\":\"ada\"}\n{\"x\":1,\"user\":\"ada\"}\n");

        using (new FileStream(_folder.Combine("rules", "a.yml"), FileMode.Open, FileAccess.ReadWrite, FileShare.None))
        {
            Write("b.yml", Rule("B", 2));
            await UntilAsync(host, rules => rules.Any(rule => (string)rule["title"]! == "B"));
            await ShouldRefuseAsync(host, "a.yml");
        }

        await Deadline.UntilAsync(() => host.Log.Records.Count(record => record.Message.Contains("filters are in use")) == 3);
        await host.PostAsync("{\"x\":1,\"user\":\"ada\"}\n");

        (await TitlesAsync(host)).ShouldBe(["Three"]);
        (await host.GetAsync("/v1/rules"))["problems"]!.AsArray().ShouldBeEmpty();
    }

    [Fact]
    public async Task Change_WhilePlaceholdersCannotBeRead_CountsOnceTheyCan()
    {
        var placeholders = _folder.Combine("placeholders.yml");
        File.WriteAllText(placeholders, "admins: [ada]\n");
        Write("a.yml", Correlation);
        await using var host = await SigmaHost.StartAsync(
            _folder, "--rules", _folder.Combine("rules"), "--placeholders", placeholders);

        File.Move(placeholders, $"{placeholders}.away");
        Write("b.yml", Rule("B", 2));
        await Deadline.UntilAsync(() => host.Log.Records.Any(record => record.Message.Contains("cannot be read yet")));
        ((string)(await host.GetAsync("/v1/rules"))["refused"]!).ShouldContain("because the placeholders cannot be read");
        File.Move($"{placeholders}.away", placeholders);

        await UntilAsync(host, rules => rules.Any(rule => (string)rule["title"]! == "B"));
        (await host.GetAsync("/v1/rules"))["refused"].ShouldBeNull();
    }

    [Fact]
    public async Task Rules_OfAStream_SayWhyTheyCannotFire()
    {
        Write("a.yml", Correlation);
        Write("b.yml", "title: B\nid: 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d\nlogsource: { product: x }\n"
            + "detection: { s: { y: 2, z: 3 }, t: { x: 1 }, condition: s and t }\n");
        await using var host = await StartAsync();

        await host.PostAsync("{\"x\":1,\"user\":\"ada\",\"z\":1}\n");

        var rules = (await host.GetAsync("/v1/rules"))["rules"]!.AsArray();
        rules.Select(rule => $"{rule!["title"]} {rule["matches"]} {rule["cannotFire"]}")
            .ShouldBe(["A 1 ", "B 0 No record had y.", "Three 0 "]);
        ((string)(await host.GetAsync("/v1/rules/7B2C1D3E-0001-4a5b-9c8d-1e2f3a4b5c6d"))["title"]!).ShouldBe("B");
        using var missing = await host.Http.GetAsync("/v1/rules/none", TestContext.Current.CancellationToken).Within();
        ((int)missing.StatusCode).ShouldBe(404);
    }

    [Fact]
    public async Task Rules_OfLogSourcesThatNeverCame_SaySoEach()
    {
        Write("a.yml", Of("Windows", "product: windows, category: process_creation") + "---\n" + Of("Dns", "product: zeek, service: dns")
            + "---\n" + Of("Http", "product: zeek, service: http") + "---\n" + Of("Any", "category: dns"));
        await using var host = await SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rules"), "--mapping", "zeek");
        (await WhyNotAsync(host)).ShouldBe(
        [
            "Windows: No record of windows/process_creation/* came.", "Dns: No record of zeek/*/dns came.",
            "Http: No record of zeek/*/http came.", "Any: No record of */dns/* came.",
        ]);

        await host.PostAsync("{\"_path\":\"dns\",\"x\":2}\n");

        (await WhyNotAsync(host)).ShouldBe(
        [
            "Windows: No record of windows/process_creation/* came.", "Dns: ", "Http: No record of zeek/*/http came.", "Any: ",
        ]);

        static string Of(string title, string source) =>
            $"title: {title}\nlogsource: {{ {source} }}\ndetection: {{ s: {{ x: 1 }}, condition: s }}\n";

        static async Task<IEnumerable<string>> WhyNotAsync(SigmaHost host) =>
            (await host.GetAsync("/v1/rules"))["rules"]!.AsArray().Select(rule => $"{rule!["title"]}: {rule["cannotFire"]}");
    }

    private static async Task UntilAsync(SigmaHost host, Func<IReadOnlyList<JsonNode>, bool> condition)
    {
        while (!condition([.. (await host.GetAsync("/v1/rules"))["rules"]!.AsArray().Select(rule => rule!)]))
        {
            await Task.Delay(50, TestContext.Current.CancellationToken);
        }
    }

    private static string Rule(string title, int x) =>
        $"title: {title}\nlogsource: {{ product: x }}\ndetection: {{ s: {{ x: {x} }}, condition: s }}\n";

    private static async Task ShouldRefuseAsync(SigmaHost host, string file)
    {
        var problem = (await host.GetAsync("/v1/rules"))["problems"]!.AsArray().ShouldHaveSingleItem()!;
        ((string)problem["file"]!).ShouldEndWith(file);
        ((string)problem["message"]!).ShouldStartWith("It cannot be read: ");
    }

    private static async Task<IEnumerable<string>> TitlesAsync(SigmaHost host) =>
        (await host.AlertsAsync()).Select(alert => (string)alert["rule"]!["title"]!);

    private void Write(string name, string text) => File.WriteAllText(_folder.Combine("rules", name), text);

    private Task<SigmaHost> StartAsync() => SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rules"));
}
