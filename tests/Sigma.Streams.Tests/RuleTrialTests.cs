using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Sigma.Streams.Tests;

/// <summary><c>POST /v1/rules/try</c>: a rule is tried on events, and nothing of it stays.</summary>
public sealed class RuleTrialTests : IDisposable
{
    private const string First = "7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d";

    private readonly TempDirectory _folder = new();

    public RuleTrialTests()
    {
        Directory.CreateDirectory(_folder.Combine("rules"));
        File.WriteAllText(_folder.Combine("rules", "first.yml"), Rule("first", 1));
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("{\"a\":2}\n{\"a\":3}", 1)]
    [InlineData("""[{"a":2},{"a":2},{"a":1}]""", 2)]
    [InlineData("""{"Records":[{"a":2},{"a":4}]}""", 1)]
    [InlineData("<13>Nov 26 12:00:00 host app: {\"a\":2}", 1)]
    [InlineData("", 0)]
    public async Task Try_ARule_SaysWhichEventsFire(string events, int firing)
    {
        await using var host = await StartAsync();

        var (status, answer) = await TryAsync(host, Rule("tried", 2), events);

        status.ShouldBe(HttpStatusCode.OK);
        answer["events"]!.AsArray().Count(each => each!["fires"]!.AsArray().Count > 0).ShouldBe(firing);
        (await host.AlertsAsync()).ShouldBeEmpty();
        ((string)(await host.GetAsync("/v1/rules"))["rules"]![0]!["title"]!).ShouldBe("first");
    }

    [Fact]
    public async Task Try_WithReasons_ShowsTheConditionOfEachEvent()
    {
        await using var host = await StartAsync();

        var (_, answer) = await TryAsync(host, Rule("tried", 2), "{\"a\":2}\nno event\n{\"b\":1}");

        answer["events"]!.AsArray().Select(each => (string?)each!["problem"] is null).ShouldBe([true, false, true]);
        string.Join('\n', answer["events"]![2]!["explained"]!.AsArray().Select(line => (string)line!))
            .ShouldContain("the record has no a");
        ((string)answer["events"]![0]!["fires"]![0]!["fields"]!["a"]!).ShouldBe("2");
    }

    [Fact]
    public async Task Try_ACorrelationOverRulesInUse_FiresOverTheEvents()
    {
        await using var host = await StartAsync();
        var correlation = $"title: Many\ncorrelation:\n  type: event_count\n  rules: [{First}]\n  group-by: [u]\n  timespan: 1h\n"
            + "  condition: { gte: 2 }\n";

        var (_, answer) = await TryAsync(host, correlation, """[{"a":1,"u":"x"},{"a":1,"u":"y"},{"a":1,"u":"x"}]""");

        var fired = answer["correlations"]!.AsArray().ShouldHaveSingleItem()!;
        ((string)fired["fields"]!["u"]!).ShouldBe("x");
    }

    [Fact]
    public async Task Try_WhatCannotBeTried_SaysWhy()
    {
        await using var host = await StartAsync();

        var (_, broken) = await TryAsync(host, "title: x", "{}");
        broken["problems"]!.AsArray().ShouldNotBeEmpty();
        (await TryAsync(host, Rule("x", 1), string.Concat(Enumerable.Repeat("{}\n", 101)))).Status.ShouldBe(HttpStatusCode.BadRequest);
        using var content = new StringContent("{}", Encoding.UTF8, "application/json");
        using var response = await host.Http.PostAsync("/v1/rules/try", content, TestContext.Current.CancellationToken).Within();
        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task Run_MergedCustomFields_AreMembersOfTheAlertUnlessItHasThem()
    {
        File.WriteAllText(_folder.Combine("rules", "first.yml"),
            Rule("first", 1) + "kafka: { customFields: { team: red, id: mine, \"@timestamp\": x } }\n");
        await using var host = await SigmaHost.StartAsync(
            _folder, "--rules", _folder.Combine("rules"), "--sink", "file", $"--Sigma:File:Output={_folder.Combine("out")}",
            "--Sigma:MergeCustomFields=true");

        await host.PostAsync("{\"a\":1}\n");

        var alert = JsonNode.Parse(File.ReadAllText(_folder.Combine("out")))!;
        ((string)alert["team"]!).ShouldBe("red");
        ((string)alert["id"]!).Length.ShouldBe(32);
        alert["custom"]!.ToJsonString().ShouldBe("""{"id":"mine","@timestamp":"x"}""");
    }

    private Task<SigmaHost> StartAsync() => SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rules"));

    private static async Task<(HttpStatusCode Status, JsonNode Answer)> TryAsync(SigmaHost host, string rule, string events)
    {
        using var content = new StringContent(
            JsonSerializer.Serialize(new { rule, events, explain = true }), Encoding.UTF8, "application/json");
        using var response = await host.Http.PostAsync("/v1/rules/try", content, TestContext.Current.CancellationToken).Within();
        var answer = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken).Within();
        return (response.StatusCode, JsonNode.Parse(answer)!);
    }

    private static string Rule(string title, int value) =>
        $"title: {title}\nid: {First}\nlogsource: {{ product: test }}\ndetection: {{ s: {{ a: {value} }}, condition: s }}\n";
}
