using System.Text;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>Rules that a topic brings.</summary>
public sealed class RulesTopicTests(KafkaFixture broker) : TopicsOfATest(broker)
{
    [Fact]
    public async Task Run_RulesOfATopic_ComeAndGo()
    {
        using var producer = await OpenProducerAsync("rules");
        producer.Write([new($"{Name}-rules", "other"u8.ToArray(), Encoding.UTF8.GetBytes(Other("first")))], []);
        await using var host = await StartAsync(
            $"--Sigma:Kafka:RulesTopic={Name}-rules", "--Sigma:Sources:0=http", "--Sigma:Sinks:0=console");
        await Deadline.UntilAsync(async () => (await ReadyAsync(host)).Status == 200);
        (await TitlesAsync(host)).ShouldBe(["first"]);

        producer.Write([new($"{Name}-rules", "other"u8.ToArray(), Encoding.UTF8.GetBytes(Other("second")))], []);
        await Deadline.UntilAsync(async () => (await TitlesAsync(host)).Contains("second"));
        producer.Write([new($"{Name}-rules", "other"u8.ToArray(), null)], []);
        await Deadline.UntilAsync(async () => (int)(await host.PostAsync("{\"action\":\"other\"}\n")).Answer["alerts"]! == 0);

        ((int)(await host.PostAsync($"{Failed("still")}\n")).Answer["alerts"]!).ShouldBe(1);
    }

    [Fact]
    public async Task Run_RulesOfATopicWhilePlaceholdersCannotBeRead_CountOnceTheyCan()
    {
        var placeholders = Folder.Combine("placeholders.yml");
        await File.WriteAllTextAsync(placeholders, "admins: [ada]\n", Cancellation);
        using var producer = await OpenProducerAsync("rules");
        await using var host = await StartAsync(
            $"--Sigma:Kafka:RulesTopic={Name}-rules", "--Sigma:Sources:0=http", "--Sigma:Sinks:0=console", "--placeholders", placeholders);
        await Deadline.UntilAsync(async () => (await ReadyAsync(host)).Status == 200);

        File.Move(placeholders, $"{placeholders}.away");
        producer.Write([new($"{Name}-rules", "other"u8.ToArray(), Encoding.UTF8.GetBytes(Other("first")))], []);
        await Deadline.UntilAsync(async () => await ReadyAsync(host) is (503, var body) && body.Contains("placeholders.yml"));
        File.Move($"{placeholders}.away", placeholders);

        await Deadline.UntilAsync(async () => (await ReadyAsync(host)).Status == 200);
        (await TitlesAsync(host)).ShouldBe(["first"]);
    }

    [Fact]
    public async Task Run_RulesOfATopicWhileTheBrokerIsAway_StartsAndSaysThatItIsNotReady()
    {
        await using var host = await SigmaHost.StartAsync(
            Folder, $"--Sigma:Kafka:RulesTopic={Name}-rules", $"--Sigma:Kafka:BootstrapServers=127.0.0.1:{LoopbackPort.FindFree()}");

        await Deadline.UntilAsync(async () => await ReadyAsync(host) is (503, var body) && body.Contains("Rules are not read from"));

        (await ReadyAsync(host)).Body.ShouldContain("The rules are not complete yet");
        (await host.PostAsync("{}\n")).Status.ShouldBe(503);
        (await host.GetAsync("/v1/rules"))["rules"]!.AsArray().ShouldBeEmpty();
        (await host.Http.GetStringAsync("/metrics", Cancellation).Within()).ShouldContain("sigma_rules{state=\"rule\"} 0");
    }

    [Fact]
    public async Task Run_RulesOfATopicWhilePlaceholdersCannotBeRead_SaysSoAndTakesThemOverLater()
    {
        var (placeholders, away) = (Folder.Combine("placeholders.yml"), Folder.Combine("away.yml"));
        await File.WriteAllTextAsync(placeholders, "admins: [root]\n", Cancellation);
        using var producer = await OpenProducerAsync("rules");
        producer.Write([new($"{Name}-rules", "other"u8.ToArray(), Encoding.UTF8.GetBytes(Other("first")))], []);
        await using var host = await StartAsync(
            $"--Sigma:Kafka:RulesTopic={Name}-rules", "--Sigma:Sources:0=http", "--Sigma:Sinks:0=console",
            $"--Sigma:Placeholders={placeholders}");
        await Deadline.UntilAsync(async () => (await ReadyAsync(host)).Status == 200);

        File.Move(placeholders, away);
        producer.Write([new($"{Name}-rules", "other"u8.ToArray(), Encoding.UTF8.GetBytes(Other("second")))], []);
        await Deadline.UntilAsync(async () => await ReadyAsync(host) is (503, var body) && body.Contains("placeholders.yml"));
        (await TitlesAsync(host)).ShouldBe(["first"]);
        File.Move(away, placeholders);

        await Deadline.UntilAsync(async () => (await TitlesAsync(host)).Contains("second"));
        (await ReadyAsync(host)).Status.ShouldBe(200);
    }

    private static string Other(string title) =>
        $"title: {title}\nid: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e003\nlogsource: {{ product: test }}\n"
        + "detection: { s: { action: other }, condition: s }\n";

    /// <summary>The titles of the rules that have fired, one more event later.</summary>
    private static async Task<IReadOnlyList<string>> TitlesAsync(SigmaHost host)
    {
        await host.PostAsync("{\"action\":\"other\"}\n");
        return [.. (await host.AlertsAsync()).Select(alert => (string)alert["rule"]!["title"]!)];
    }
}
