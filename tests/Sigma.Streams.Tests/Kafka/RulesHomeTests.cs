using System.Net;
using System.Text;
using Confluent.Kafka;
using Hosting.Lifetime;
using Sigma.Streams.Publishing;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>Rules that are published into a topic, and put and removed there over HTTP; and the group that is seen from outside.</summary>
public sealed class RulesHomeTests(KafkaFixture broker) : TopicsOfATest(broker)
{
    private const string Id = "7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d";

    [Fact]
    public async Task Publish_AFolder_WritesWhatChangedAndPrunesWhatIsGone()
    {
        await WriteRuleAsync("second.yml", Other("second"));
        (await PublishAsync()).ShouldBe((ExitCode.Done, $"rules publish: 2 files written to {Name}-rules, 0 unchanged, 0 removed."));

        await WriteRuleAsync("second.yml", Other("changed"));
        File.Delete(Folder.Combine("rules", "failed.yml"));
        (await PublishAsync()).ShouldBe((ExitCode.Done, $"rules publish: 1 files written to {Name}-rules, 0 unchanged, 0 removed."));
        (await PublishAsync(prune: true)).ShouldBe((
            ExitCode.Done, $"rules publish: 0 files written to {Name}-rules, 1 unchanged, 1 removed."));

        await using var host = await StartFromTopicAsync();
        (await TitlesAsync(host)).ShouldBe(["changed"]);
    }

    [Fact]
    public async Task Publish_BrokenRulesOrNoTopic_WritesNothing()
    {
        await WriteRuleAsync("second.yml", "title: x\n");
        var (code, said) = await PublishAsync();
        code.ShouldBe(ExitCode.NotDone);
        said.ShouldContain("nothing was written");

        File.Delete(Folder.Combine("rules", "second.yml"));
        (await Should.ThrowAsync<IOException>(() => PublishAsync(topic: $"{Name}-none"))).Message.ShouldContain("There is no topic");
    }

    [Fact]
    public async Task Put_RulesOfATopic_AreWrittenAndRemovedThere()
    {
        await PublishAsync();
        await using var host = await StartFromTopicAsync();
        (await TitlesAsync(host)).ShouldBe(["Failed login"]);

        (await SendAsync(host, HttpMethod.Put, Other("new"))).ShouldBe(HttpStatusCode.Created);
        (await TitlesAsync(host)).ShouldBe(["Failed login", "new"], ignoreOrder: true);
        (await SendAsync(host, HttpMethod.Put, Other("newer"))).ShouldBe(HttpStatusCode.OK);
        ((string)(await host.GetAsync($"/v1/rules/{Id}"))["text"]!).ShouldBe(Other("newer"));
        (await SendAsync(host, HttpMethod.Put, "title: x")).ShouldBe(HttpStatusCode.BadRequest);
        (await SendAsync(host, HttpMethod.Delete, "")).ShouldBe(HttpStatusCode.NoContent);
        (await TitlesAsync(host)).ShouldBe(["Failed login"]);
        (await SendAsync(host, HttpMethod.Delete, "")).ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Group_OfTwoInstances_ShowsBothWithTheirPartitionsAndTheLag()
    {
        await using var one = await StartAsync("--Sigma:Kafka:Instance=one", "--Sigma:DataDirectory=" + Folder.Combine("one"));
        await using var two = await StartAsync("--Sigma:Kafka:Instance=two", "--Sigma:DataDirectory=" + Folder.Combine("two"));
        await Deadline.UntilAsync(async () => (await two.GetAsync("/v1/group")) is var view
            && (string?)view["state"] == "Stable" && view["members"]!.AsArray().Count == 4 && view["unassigned"]!.AsArray().Count == 0);

        // Not in a transaction: its mark would be an offset that nobody reads.
        using (var producer = new ProducerBuilder<Null, string>(new ProducerConfig { BootstrapServers = Broker }).Build())
        {
            await producer.ProduceAsync(Events, new() { Value = Failed("ada") }, Cancellation).Within();
            await producer.ProduceAsync(Events, new() { Value = Failed("bob") }, Cancellation).Within();
        }

        await Deadline.UntilAsync(async () => (long?)(await one.GetAsync("/v1/group"))["lag"] == 0
            && (await one.GetAsync("/v1/group"))["members"]!.AsArray().SelectMany(member => member!["partitions"]!.AsArray())
                .Sum(partition => (long?)partition!["committed"] ?? 0) >= 2);

        var members = (await one.GetAsync("/v1/group"))["members"]!.AsArray();
        members.Select(member => (string)member!["instance"]!).ShouldBe(["one-0", "one-1", "two-0", "two-1"]);
        members.ShouldAllBe(member => member!["partitions"]!.AsArray().Count == 1);
    }

    [Fact]
    public async Task Group_WithoutKafkaOrBroker_SaysSo()
    {
        await using (var host = await SigmaHost.StartAsync(Folder, "--rules", Folder.Combine("rules")))
        {
            ((string?)(await host.GetAsync("/v1/group"))["group"]).ShouldBeNull();
        }

        await using var lonely = await StartAsync($"--Sigma:Kafka:BootstrapServers=127.0.0.1:{LoopbackPort.FindFree()}");
        ((string)(await lonely.GetAsync("/v1/group"))["failure"]!).ShouldContain("does not answer");
    }

    private Task<SigmaHost> StartFromTopicAsync() => SigmaHost.StartAsync(
        Folder, $"--Sigma:Kafka:RulesTopic={Name}-rules", $"--Sigma:Kafka:BootstrapServers={Broker}", "--Sigma:Sources:0=http");

    private async Task<(int Code, string Said)> PublishAsync(bool prune = false, string? topic = null)
    {
        using var messages = new StringWriter();
        var code = await PublishCommand.RunAsync(
            new([Folder.Combine("rules")], topic ?? $"{Name}-rules", Broker, new Dictionary<string, string>(), null, prune),
            messages, Cancellation).Within();
        return (code, $"{messages}".TrimEnd());
    }

    private static async Task<HttpStatusCode> SendAsync(SigmaHost host, HttpMethod method, string text)
    {
        using var request = new HttpRequestMessage(method, $"/v1/rules/{Id}")
        {
            Content = new StringContent(text, Encoding.UTF8, "application/yaml"),
        };
        using var response = await host.Http.SendAsync(request, Cancellation).Within();
        return response.StatusCode;
    }

    private static async Task<List<string>> TitlesAsync(SigmaHost host)
    {
        await Deadline.UntilAsync(async () => (await ReadyAsync(host)).Status == 200);
        return [.. (await host.GetAsync("/v1/rules"))["rules"]!.AsArray().Select(rule => (string)rule!["title"]!)];
    }

    private static string Other(string title) =>
        $"title: {title}\nid: {Id}\nlogsource: {{ product: test }}\ndetection: {{ s: {{ action: other }}, condition: s }}\n";
}
