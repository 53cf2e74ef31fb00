using System.Text;
using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Sigma.Streams.Evaluating;

namespace Sigma.Streams.Tests;

public sealed class EvalCommandTests
{
    private static readonly string Samples = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples");

    [Fact]
    public async Task Eval_Samples_AlertsInTheOrderOfTheFile()
    {
        var result = await EvalAsync([Path.Combine(Samples, "rules")], [Path.Combine(Samples, "events.ndjson")]);

        result.Code.ShouldBe(ExitCode.Done);
        result.Alerts.Select(alert => (string)alert["rule"]!["title"]!).ShouldBe(
        [
            "PowerShell with an encoded command", "Long name in a DNS query", "The analyzer found a malicious file",
            "Password guessing over SSH",
        ]);
        result.Alerts.Select(alert => (int)alert["event"]!["index"]!).ShouldBe([0, 2, 4, 9]);
        ((string)result.Alerts[3]["fields"]!["source.ip"]!).ShouldBe("192.0.2.66");
        ((string)result.Alerts[0]["time"]!).ShouldBe("2026-11-22T08:15:01.23Z");
        ((string)result.Alerts[0]["fields"]!["CommandLine"]!).ShouldBe("powershell.exe /enc SQBFAFgA");
        ((string)result.Alerts[1]["captures"]!["label"]!).ShouldBe("aeb7f1c09d2e4486b3317cc5d0f2a9e84b6d13f7");
    }

    [Theory]
    [InlineData("2", "dns.txt.gz", 0)]
    [InlineData("2", "zeek-dns.out", 1)]
    [InlineData("2", "test-zeek-dns-four-records.txt", 1)]
    [InlineData("3", "dns.txt.gz", 2550)]
    [InlineData("3", "dns_demo.txt", 44)]
    [InlineData("3", "dns_10.txt", 8)]
    [InlineData("4", "zeek-dns.out", 1)]
    [InlineData("4", "http1.out", 0)]
    public async Task Eval_PublishedBenchmark_CountsAsExpected(string rules, string events, int expected)
    {
        var data = SharedData.SkipUnlessPresent("data", "sigma");

        foreach (var evaluator in (EvaluatorKind[])[EvaluatorKind.Fast, EvaluatorKind.Verified])
        {
            var result = await EvalAsync(
                [Path.Combine(data, "benchmark-rules", rules)], [Path.Combine(data, "zeek", events)], evaluator: evaluator);

            result.Code.ShouldBe(ExitCode.Done, result.Messages);
            result.Alerts.Count.ShouldBe(expected);
            result.Messages.ShouldNotContain("evaluators differ");
        }
    }

    [Fact]
    public async Task Eval_MoreMatchesThanAGroupHolds_SaysSo()
    {
        using var folder = new TempDirectory();
        File.WriteAllText(folder.Combine("rules.yml"), SampleRules.A + SampleRules.Count("Many", "1h", "gt: 10000"));

        var result = await EvalAsync(
            [folder.Combine("rules.yml")], ["-"], string.Concat(Enumerable.Repeat("{\"x\":1,\"user\":\"ada\"}\n", 10_003)));

        result.Messages.ShouldContain("0 groups and 3 matches of full groups forgotten.");
    }

    [Fact]
    public async Task Eval_SeveralMappings_EachEventHasItsOwn()
    {
        using var folder = new TempDirectory();
        File.WriteAllText(folder.Combine("rules.yml"), "title: T\nlogsource: { category: process_creation, product: windows }\n"
            + "detection: { s: { Image|endswith: '\\\\a.exe' }, condition: s }\n");
        const string Input = """
            {"Channel":"Microsoft-Windows-Sysmon/Operational","EventID":1,"Image":"C:\\a.exe"}
            {"event":{"category":["process"],"type":["start"]},"host":{"os":{"type":"windows"}},"process":{"executable":"C:\\a.exe"}}
            {"eventSource":"s3.amazonaws.com","awsRegion":"x","Image":"C:\\a.exe"}
            {"Image":"C:\\a.exe"}
            """;

        var result = await EvalAsync(
            [folder.Combine("rules.yml")], ["-"], Input, EvaluatorKind.Verified, "windows", "ecs", "cloud", "zeek");

        result.Alerts.Select(alert => (int)alert["event"]!["index"]!).ShouldBe([0, 1, 3]);
        result.Messages.ShouldContain("1 record for no mapping: names were taken as they are.");
        result.Messages.ShouldContain("2 records routed by guess");
        result.Messages.ShouldContain("1 alert comes of that.");
    }

    [Theory]
    [InlineData("linux", "windows", true)]
    [InlineData("linux", "linux", false)]
    public async Task Eval_WithoutMapping_SaysThatRulesOfSeveralProductsFired(string one, string other, bool says)
    {
        using var folder = new TempDirectory();
        File.WriteAllText(folder.Combine("rules.yml"), string.Join("---\n", new[] { one, other }.Select(product =>
            $"title: {product}\nlogsource: {{ product: {product} }}\ndetection: {{ s: {{ a: 1 }}, condition: s }}\n")));

        var result = await EvalAsync([folder.Combine("rules.yml")], ["-"], "{\"a\":1}");

        result.Alerts.Count.ShouldBe(2);
        result.Messages.Contains("fired on the same ones: linux, windows. --mapping linux", StringComparison.Ordinal).ShouldBe(says);
    }

    [Fact]
    public async Task Eval_ALegacyRuleThatIsNotConverted_IsNamedOnce()
    {
        using var folder = new TempDirectory();
        File.WriteAllText(folder.Combine("rules.yml"), """
            title: T
            logsource: { product: a }
            detection: { s: { a: 1 }, t: { a: 2 }, condition: s | near t }
            ---
            title: U
            logsource: { product: a }
            detection: { s: { a: 1 }, condition: s }
            """);
        using var messages = new StringWriter();

        await EvalCommand.RunAsync(
            new([folder.Combine("rules.yml")], ["-"], [], Placeholders: null, Routes: true, IsJson: true, EvaluatorKind.Fast)
            {
                Legacy = true,
            },
            new MemoryStream(), new MemoryStream(), messages, TestContext.Current.CancellationToken).Within();

        $"{messages}".Split('\n', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(2);
        $"{messages}".ShouldContain("near has no count to convert");
    }

    internal static async Task<EvalResult> EvalAsync(
        string[] rules, string[] events, string? input = null, EvaluatorKind evaluator = EvaluatorKind.Fast, params string[] mappings)
    {
        using var output = new MemoryStream();
        using var messages = new StringWriter();
        var code = await EvalCommand.RunAsync(
            new(rules, events, mappings, Placeholders: null, Routes: true, IsJson: true, evaluator),
            new MemoryStream(Encoding.UTF8.GetBytes(input ?? "")), output, messages, TestContext.Current.CancellationToken).Within();
        var lines = Encoding.UTF8.GetString(output.ToArray()).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return new(code, [.. lines.Select(line => JsonNode.Parse(line)!)], $"{messages}");
    }
}

internal sealed record EvalResult(int Code, IReadOnlyList<JsonNode> Alerts, string Messages);
