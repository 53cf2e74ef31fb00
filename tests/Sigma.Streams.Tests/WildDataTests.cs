using Hosting.Lifetime;
using Sigma.Streams.Evaluating;

namespace Sigma.Streams.Tests;

/// <summary>The smallest rules, mappings and events that versions before read wrongly, in <c>../shared/data/sigma-wild</c>.</summary>
public sealed class WildDataTests
{
    [Fact]
    public void Folder_HasOnlyFilesWithAnAnswerHere() =>
        Directory.EnumerateFiles(Wild()).Select(Path.GetFileName).Order(StringComparer.Ordinal)
            .ShouldBe(["merge.yml", "multicat.yml", "pgroup.yml", "sysmon13.ndjson", "sysmon13.yml"]);

    [Theory]
    [InlineData("windows", 0)]
    [InlineData("linux windows ecs edr cloud zeek network", 0)]
    [InlineData("", 6)]
    public async Task Eval_ARuleOfProcesses_FiresOnNoEventOfAnotherKind(string mappings, int alerts)
    {
        foreach (var evaluator in (EvaluatorKind[])[EvaluatorKind.Fast, EvaluatorKind.Verified])
        {
            var result = await EvalCommandTests.EvalAsync(
                [Wild("sysmon13.yml")], [Wild("sysmon13.ndjson")], input: null, evaluator,
                mappings.Split(' ', StringSplitOptions.RemoveEmptyEntries));

            result.Code.ShouldBe(ExitCode.Done, result.Messages);
            result.Alerts.Count.ShouldBe(alerts);
            result.Messages.ShouldContain($"6 records, {alerts} alerts, 0 broken; 1 rule, 0 documents refused.");
        }
    }

    [Fact]
    public async Task Eval_AnEventOfTwoCategories_GetsTheRulesOfBoth()
    {
        using var folder = new TempDirectory();
        File.WriteAllText(folder.Combine("rules.yml"), string.Join(
            "---\n", new[] { "registry_set", "registry_event", "process_creation" }.Select(category =>
                $"title: {category}\nlogsource: {{ product: windows, category: {category} }}\n"
                + "detection: { s: { Image|endswith: powershell.exe, EventID: 13 }, condition: s }\n")));

        var result = await EvalCommandTests.EvalAsync(
            [folder.Combine("rules.yml")], [Wild("sysmon13.ndjson")], input: null, EvaluatorKind.Verified, Wild("multicat.yml"));

        result.Alerts.Select(alert => (string)alert["rule"]!["title"]!).ShouldBe(["registry_set", "registry_event"]);
        result.Alerts.ShouldAllBe(alert => (int)alert["event"]!["index"]! == 0);
    }

    [Fact]
    public async Task Eval_AMergeKey_TakesThePairsOfTheOtherMap()
    {
        var result = await EvalCommandTests.EvalAsync(
            [Wild("merge.yml")], ["-"], "{\"a\":1,\"c\":1}\n{\"a\":1}\n{\"c\":1}\n{\"a\":2,\"c\":1}\n", EvaluatorKind.Verified);

        result.Alerts.Select(alert => (int)alert["event"]!["index"]!).ShouldBe([0]);
    }

    [Fact]
    public async Task Eval_AGroupAsPythonNamesIt_IsACapture()
    {
        var result = await EvalCommandTests.EvalAsync(
            [Wild("pgroup.yml")], ["-"], "{\"a\":\"wxy\"}\n{\"a\":\"wy\"}\n", EvaluatorKind.Verified);

        result.Alerts.ShouldHaveSingleItem();
        ((string)result.Alerts[0]["captures"]!["u"]!).ShouldBe("x");
    }

    private static string Wild(string name = "") => Path.Combine(SharedData.SkipUnlessPresent("data", "sigma-wild"), name);
}
