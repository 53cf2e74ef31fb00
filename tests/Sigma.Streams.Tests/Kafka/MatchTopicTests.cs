using System.Text.Json.Nodes;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>The match log on a broker: instances correlate what others read.</summary>
public sealed class MatchTopicTests(KafkaFixture broker) : TopicsOfATest(broker)
{
    private const string Correlation = """
        title: Password guessing
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e002
        correlation:
          type: event_count
          rules: [failed]
          generate: true
          group-by: [user]
          timespan: 1h
          condition: { gte: 5 }
        """;

    private const string Chain = """
        title: Many are guessed
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e004
        correlation:
          type: event_count
          rules: [5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e002]
          generate: true
          timespan: 1h
          condition: { gte: 3 }
        """;

    [Fact]
    public async Task Run_MatchLog_CorrelatesWhatTwoInstancesRead()
    {
        await WriteRuleAsync("guessing.yml", Correlation);
        string[] log = [$"--Sigma:Kafka:MatchTopic={Name}-matches"];
        await using (var one = await StartAsync([.. log, "--Sigma:Kafka:Instance=one"]))
        await using (var two = await StartAsync([.. log, "--Sigma:Kafka:Instance=two"]))
        {
            await WriteAsync(Enumerable.Range(0, 40).Select(i => Failed($"user-{i % 10}")));
            await AlertsAsync(40);
        }

        // Four matches a user are in the log: the fifth turns the condition, whoever counts it.
        await using var after = await StartAsync([.. log, "--Sigma:Kafka:Instance=three"]);
        await WriteAsync(Enumerable.Range(0, 10).Select(i => Failed($"user-{i}")));
        var alerts = await AlertsAsync(60);

        alerts.Where(alert => (string)alert["rule"]!["title"]! == "Password guessing").Select(alert => (string)alert["fields"]!["user"]!)
            .Order(StringComparer.Ordinal).ShouldBe(Enumerable.Range(0, 10).Select(i => $"user-{i}"));
        alerts.Select(alert => (string)alert["id"]!).ShouldBeUnique();
    }

    [Fact]
    public async Task Run_MatchLogOfAnotherTextOfTheCorrelation_BeginsAnew()
    {
        await WriteRuleAsync("guessing.yml", Correlation);
        string[] log = [$"--Sigma:Kafka:MatchTopic={Name}-matches"];
        await using (var first = await StartAsync(log))
        {
            await WriteAsync(Enumerable.Range(0, 4).Select(_ => Failed("ada")));
            await AlertsAsync(4);
        }

        await WriteRuleAsync("guessing.yml", Correlation.Replace("1h", "2h", StringComparison.Ordinal));
        await using var second = await StartAsync(log);
        await WriteAsync([Failed("ada")]);
        (await AlertsAsync(5)).Count.ShouldBe(5);
        await WriteAsync(Enumerable.Range(0, 4).Select(_ => Failed("ada")));

        (await AlertsAsync(10)).Count(alert => (string)alert["rule"]!["title"]! == "Password guessing").ShouldBe(1);
    }

    [Fact]
    public async Task Run_MatchLogOfMoreGroupsThanThereMayBe_SaysThatTheyAreForgotten()
    {
        await WriteRuleAsync("guessing.yml", Correlation);
        await using var host = await StartAsync($"--Sigma:Kafka:MatchTopic={Name}-matches", "--Sigma:Limits:MaxGroups=10");

        await WriteAsync([.. Enumerable.Range(0, 100).Select(i => Failed($"user-{i}")), "{\"action\":\"failed\"}"]);

        await Deadline.UntilAsync(async () => (await ReadyAsync(host)).Body.Contains("groups of correlations were forgotten"));
        string[] expected = ["sigma_evicted_total 90", "sigma_correlation_groups 10", "sigma_incomplete_total 1"];
        await Deadline.UntilAsync(async () =>
        {
            var metrics = await host.Http.GetStringAsync("/metrics", Cancellation).Within();
            return expected.All(metrics.Contains);
        });
    }

    [Fact]
    public async Task Run_FromTheEndOfWhatWasNeverRead_ReadsTheMatchLogFromItsBeginning()
    {
        await WriteRuleAsync("guessing.yml", Correlation);
        await WriteAsync([Failed("before")]);
        await WriteAsync(Enumerable.Range(0, 5).Select(Logged), $"{Name}-matches");

        await using var host = await StartAsync($"--Sigma:Kafka:MatchTopic={Name}-matches", "--Sigma:Kafka:FromEnd=true");

        ((string)(await AlertsAsync(1)).ShouldHaveSingleItem()["rule"]!["title"]!).ShouldBe("Password guessing");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Run_RuleAndCorrelationWithATopicOfTheirOwn_WriteThereWithTheirFields(bool hasMatchTopic)
    {
        string Own(string team) => $"\nkafka: {{ outputTopic: {Name}-own, customFields: {{ team: {team} }} }}\n";
        await WriteRuleAsync("failed.yml", Rule + Own("blue"));
        await WriteRuleAsync("guessing.yml", Correlation + Own("red"));
        await using var host = await StartAsync(hasMatchTopic ? [$"--Sigma:Kafka:MatchTopic={Name}-matches"] : []);

        await WriteAsync(Enumerable.Range(0, 5).Select(_ => Failed("ada")));

        var alerts = (await ReadAsync($"{Name}-own", 6)).Select(record => JsonNode.Parse(record.Value)!).ToList();
        alerts.Select(alert => $"{alert["rule"]!["title"]}: {alert["custom"]!["team"]}").CountBy(text => text)
            .ToDictionary(counted => counted.Key, counted => counted.Value)
            .ShouldBe(new Dictionary<string, int> { ["Failed login: blue"] = 5, ["Password guessing: red"] = 1 }, ignoreOrder: true);
        host.Log.Records.Any(record => record.Message.Contains("Correlations may lack")).ShouldBe(!hasMatchTopic);
    }

    [Fact]
    public async Task Run_CorrelationOfACorrelation_CountsWhatTheMatchLogBrings()
    {
        await WriteRuleAsync("guessing.yml", Correlation);
        await WriteRuleAsync("many.yml", Chain);
        await using var host = await StartAsync($"--Sigma:Kafka:MatchTopic={Name}-matches");

        await WriteAsync(Enumerable.Range(0, 15).Select(i => Failed($"user-{i % 3}")));

        (await AlertsAsync(19)).Select(alert => (string)alert["rule"]!["title"]!).CountBy(title => title)
            .ToDictionary(counted => counted.Key, counted => counted.Value)
            .ShouldBe(
                new Dictionary<string, int> { ["Failed login"] = 15, ["Password guessing"] = 3, ["Many are guessed"] = 1 },
                ignoreOrder: true);
    }

    [Fact]
    public async Task Run_MatchLogOfGroupsWithLongNames_CountsThem()
    {
        await WriteRuleAsync("guessing.yml", Correlation);
        await using var host = await StartAsync($"--Sigma:Kafka:MatchTopic={Name}-matches");
        var user = new string('u', 600_000);

        await WriteAsync(Enumerable.Range(0, 5).Select(_ => Failed(user)));

        var alert = (await AlertsAsync(6)).Where(alert => (string)alert["rule"]!["title"]! == "Password guessing").ShouldHaveSingleItem();
        ((string)alert["fields"]!["user"]!).ShouldStartWith("uuu");
    }

    /// <summary>Matches of an instance that ended before anybody had read them; one partition of the log has them all.</summary>
    private static string Logged(int offset) => new JsonObject
    {
        ["correlation"] = "5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e002",
        ["document"] = "5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e001",
        ["time"] = "2026-11-22T08:00:00Z",
        ["source"] = "kafka:events",
        ["partition"] = 0,
        ["offset"] = offset,
        ["fields"] = new JsonObject { ["user"] = "ada" },
    }.ToJsonString();
}
