using System.Text;
using System.Text.Json.Nodes;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Native;
using Kafka.Client.Producing;
using Microsoft.Extensions.DependencyInjection;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

[assembly: AssemblyFixture(typeof(KafkaFixture))]

namespace Sigma.Streams.Tests.Kafka;

/// <summary>Topics in, a topic out, on a real broker: alerts are read as a consumer reads them that takes committed records only.</summary>
[Trait("Category", "EndToEnd")]
public sealed class KafkaStreamTests(KafkaFixture broker) : IAsyncLifetime
{
    private const string Rule = """
        title: Failed login
        id: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e001
        name: failed
        logsource: { product: test }
        detection: { s: { action: failed }, condition: s }
        """;

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

    private readonly TempDirectory _folder = new();
    private readonly string _name = $"test-{Guid.NewGuid():n}";
    private string _broker = "";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string Events => $"{_name}-events";

    private string AlertTopic => $"{_name}-alerts";

    public async ValueTask InitializeAsync()
    {
        _broker = await broker.SkipUnlessPresentAsync();
        LibrdkafkaLoader.ThrowIfMissing(); // before the first client: it finds the library
        using var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = _broker }).Build();
        await admin.CreateTopicsAsync(
        [
            new() { Name = Events, NumPartitions = 4, ReplicationFactor = 1 },
            new() { Name = AlertTopic, NumPartitions = 2, ReplicationFactor = 1 },
            new() { Name = $"{_name}-matches", NumPartitions = 2, ReplicationFactor = 1 },
            new() { Name = $"{_name}-own", NumPartitions = 1, ReplicationFactor = 1 },
            new() { Name = $"{_name}-dead", NumPartitions = 1, ReplicationFactor = 1 },
            new() { Name = $"{_name}-rules", NumPartitions = 1, ReplicationFactor = 1, Configs = new() { ["cleanup.policy"] = "compact" } },
        ]).Within();
        await WriteRuleAsync("failed.yml", Rule);
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Run_RecordsOfATopic_AreAlertsOnceEachAndDeadLettersBeside(bool oneByOne)
    {
        await using (var host = await StartAsync($"--Sigma:Kafka:OneByOne={oneByOne}", $"--Sigma:Kafka:DeadLetterTopic={_name}-dead"))
        {
            await WriteAsync(Enumerable.Range(0, 300).Select(i => Failed($"user-{i}")).Concat(["no JSON", "{\"action\":\"fine\"}"]));
            (await AlertsAsync(300)).Select(alert => (string)alert["fields"]!["action"]!).ShouldAllBe(action => action == "failed");
            (await ReadAsync($"{_name}-dead", 1)).ShouldHaveSingleItem().Value.ShouldBe("no JSON");
        }

        // A second start goes on where the first one ended.
        await using (var again = await StartAsync())
        {
            await WriteAsync([Failed("one more")]);
            (await AlertsAsync(301)).Select(alert => (string)alert["id"]!).ShouldBeUnique();
        }
    }

    [Fact]
    public async Task Run_RecordOfATimeBeyondTheYear9999_IsJudgedAsAnyOther()
    {
        var topic = $"{_name}-times";
        using (var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = _broker }).Build())
        {
            await admin.CreateTopicsAsync([new()
            {
                Name = topic, NumPartitions = 1, ReplicationFactor = 1,
                Configs = new() { ["message.timestamp.after.max.ms"] = $"{long.MaxValue}" },
            }]).Within();
        }

        using var producer = new ProducerBuilder<Null, string>(new ProducerConfig { BootstrapServers = _broker }).Build();
        var message = new Message<Null, string>
        {
            Value = Failed("one"),
            Timestamp = new(DateTimeOffset.MaxValue.ToUnixTimeMilliseconds() + 1, TimestampType.CreateTime),
        };
        await producer.ProduceAsync(topic, message, Cancellation).Within();

        await using var host = await StartAsync($"--Sigma:Kafka:Topics:0={topic}");

        ((string)(await AlertsAsync(1)).ShouldHaveSingleItem()["record"]!["user"]!).ShouldBe("one");
    }

    [Fact]
    public async Task Run_MemberThatFailsForGood_EndsTheSourceThoughOthersCouldGoOn()
    {
        await using var host = await StartAsync("--Sigma:Sources:0=http", "--Sigma:Sinks:0=console");
        await WriteAsync([Failed("one")]);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        try
        {
            var failure = await Should.ThrowAsync<InvalidOperationException>(() =>
                host.Services.GetRequiredKeyedService<ISource>("kafka").RunAsync(new BrokenIntake(), stop.Token).Within());

            failure.Message.ShouldBe("broken");
        }
        finally
        {
            await stop.CancelAsync();
        }
    }

    [Fact]
    public async Task Run_AlertsToTheConsole_CommitsWhatWasDelivered()
    {
        await using (var host = await StartAsync("--Sigma:Sinks:0=console"))
        {
            await WriteAsync([Failed("one"), Failed("two")]);
            await UntilAsync(async () => (await host.AlertsAsync()).Count == 2);
        }

        await using var again = await StartAsync("--Sigma:Sinks:0=console");
        await WriteAsync([Failed("three")]);
        await UntilAsync(async () => (await again.AlertsAsync()).Count > 0);

        (await again.AlertsAsync()).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Run_MatchLog_CorrelatesWhatTwoInstancesRead()
    {
        await WriteRuleAsync("guessing.yml", Correlation);
        string[] log = [$"--Sigma:Kafka:MatchTopic={_name}-matches"];
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
        string[] log = [$"--Sigma:Kafka:MatchTopic={_name}-matches"];
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
        await using var host = await StartAsync($"--Sigma:Kafka:MatchTopic={_name}-matches", "--Sigma:Limits:MaxGroups=10");

        await WriteAsync([.. Enumerable.Range(0, 100).Select(i => Failed($"user-{i}")), "{\"action\":\"failed\"}"]);

        await UntilAsync(async () => (await ReadyAsync(host)).Body.Contains("groups of correlations were forgotten"));
        string[] expected = ["sigma_evicted_total 90", "sigma_correlation_groups 10", "sigma_incomplete_total 1"];
        await UntilAsync(async () =>
        {
            var metrics = await host.Http.GetStringAsync("/metrics", Cancellation).Within();
            return expected.All(metrics.Contains);
        });
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Run_RuleAndCorrelationWithATopicOfTheirOwn_WriteThereWithTheirFields(bool hasMatchTopic)
    {
        string Own(string team) => $"\nkafka: {{ outputTopic: {_name}-own, customFields: {{ team: {team} }} }}\n";
        await WriteRuleAsync("failed.yml", Rule + Own("blue"));
        await WriteRuleAsync("guessing.yml", Correlation + Own("red"));
        await using var host = await StartAsync(hasMatchTopic ? [$"--Sigma:Kafka:MatchTopic={_name}-matches"] : []);

        await WriteAsync(Enumerable.Range(0, 5).Select(_ => Failed("ada")));

        var alerts = (await ReadAsync($"{_name}-own", 6)).Select(record => JsonNode.Parse(record.Value)!).ToList();
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
        await using var host = await StartAsync($"--Sigma:Kafka:MatchTopic={_name}-matches");

        await WriteAsync(Enumerable.Range(0, 15).Select(i => Failed($"user-{i % 3}")));

        (await AlertsAsync(19)).Select(alert => (string)alert["rule"]!["title"]!).CountBy(title => title)
            .ToDictionary(counted => counted.Key, counted => counted.Value)
            .ShouldBe(
                new Dictionary<string, int> { ["Failed login"] = 15, ["Password guessing"] = 3, ["Many are guessed"] = 1 },
                ignoreOrder: true);
    }

    [Fact]
    public async Task Run_RecordsTooLargeForTheBroker_AreDeadLettersAndTheNextOnesGoOn()
    {
        await using var host = await StartAsync("--Sigma:Sources:0=http", $"--Sigma:Kafka:DeadLetterTopic={_name}-dead");

        var (status, _) = await host.PostAsync($"{new string('x', 1_020_000)}\n{Failed(new('y', 1_020_000))}\n{Failed("one")}\n");

        status.ShouldBe(200);
        ((string)(await AlertsAsync(1)).ShouldHaveSingleItem()["record"]!["user"]!).ShouldBe("one");
        var letters = await ReadAsync($"{_name}-dead", 2);
        letters.Select(letter => Encoding.UTF8.GetString(letter.Headers.GetLastBytes("reason"))).ShouldBe(["malformed", "too-large"]);
        letters[0].Value.ShouldBe(new string('x', letters[0].Value.Length));
    }

    [Fact]
    public async Task Run_AlertsOfAllSizesUpToTheLimit_AreWrittenOrDeadLetters()
    {
        await using var host = await StartAsync("--Sigma:Sources:0=http", $"--Sigma:Kafka:DeadLetterTopic={_name}-dead");
        await host.PostAsync($"{Failed("")}\n");
        var frame = (await ReadAsync(AlertTopic, 1)).ShouldHaveSingleItem().Value.Length;

        string Sized(int bytes) => $"{Failed(new('y', bytes - frame))}\n";
        var (status, answer) = await host.PostAsync(string.Concat(new[] { 999_600, 999_850, 999_950, 1_000_000 }.Select(Sized)));

        (status, (int)answer["alerts"]!).ShouldBe((200, 4));
        (await AlertsAsync(2)).Count.ShouldBe(2);
        (await ReadAsync($"{_name}-dead", 3)).Count.ShouldBe(3);
    }

    [Fact]
    public async Task Run_MatchLogOfGroupsWithLongNames_CountsThem()
    {
        await WriteRuleAsync("guessing.yml", Correlation);
        await using var host = await StartAsync($"--Sigma:Kafka:MatchTopic={_name}-matches");
        var user = new string('u', 600_000);

        await WriteAsync(Enumerable.Range(0, 5).Select(_ => Failed(user)));

        var alert = (await AlertsAsync(6)).Where(alert => (string)alert["rule"]!["title"]! == "Password guessing").ShouldHaveSingleItem();
        ((string)alert["fields"]!["user"]!).ShouldStartWith("uuu");
    }

    [Fact]
    public async Task Run_TransactionThatACrashLeftOpen_IsEndedBeforeAnyEventComes()
    {
        using var dead = await OpenProducerAsync("one");

        await using var host = await StartAsync("--Sigma:Kafka:Instance=one");

        // Until the name is taken, the dead one may write; afterwards it is fenced.
        bool IsFenced() => Record.Exception(() => dead.Write([new(AlertTopic, null, "{}"u8.ToArray())], [])) is TransactionException;
        await UntilAsync(() => Task.FromResult(IsFenced()));
    }

    [Fact]
    public async Task Run_RulesOfATopic_ComeAndGo()
    {
        using var producer = await OpenProducerAsync("rules");
        producer.Write([new($"{_name}-rules", "other"u8.ToArray(), Encoding.UTF8.GetBytes(Other("first")))], []);
        await using var host = await StartAsync(
            $"--Sigma:Kafka:RulesTopic={_name}-rules", "--Sigma:Sources:0=http", "--Sigma:Sinks:0=console");
        await UntilAsync(async () => (await ReadyAsync(host)).Status == 200);
        (await TitlesAsync(host)).ShouldBe(["first"]);

        producer.Write([new($"{_name}-rules", "other"u8.ToArray(), Encoding.UTF8.GetBytes(Other("second")))], []);
        await UntilAsync(async () => (await TitlesAsync(host)).Contains("second"));
        producer.Write([new($"{_name}-rules", "other"u8.ToArray(), null)], []);
        await UntilAsync(async () => (int)(await host.PostAsync("{\"action\":\"other\"}\n")).Answer["alerts"]! == 0);

        ((int)(await host.PostAsync($"{Failed("still")}\n")).Answer["alerts"]!).ShouldBe(1);
    }

    [Fact]
    public async Task Run_RulesOfATopicWhileTheBrokerIsAway_StartsAndSaysThatItIsNotReady()
    {
        await using var host = await SigmaHost.StartAsync(
            _folder, $"--Sigma:Kafka:RulesTopic={_name}-rules", $"--Sigma:Kafka:BootstrapServers=127.0.0.1:{LoopbackPort.FindFree()}");

        await UntilAsync(async () => await ReadyAsync(host) is (503, var body) && body.Contains("Rules are not read from"));

        (await ReadyAsync(host)).Body.ShouldContain("Not all rules are there yet");
        (await host.PostAsync("{}\n")).Status.ShouldBe(503);
        (await host.GetAsync("/v1/rules"))["rules"]!.AsArray().ShouldBeEmpty();
        (await host.Http.GetStringAsync("/metrics", Cancellation).Within()).ShouldContain("sigma_rules{state=\"rule\"} 0");
    }

    [Fact]
    public async Task Run_TopicThatIsMissing_IsNotReadyAndGoesOnOnceItIsThere()
    {
        var missing = $"{_name}-later";
        await using var host = await StartAsync($"--Sigma:Kafka:Topics:0={missing}");
        await UntilAsync(async () => await ReadyAsync(host) is (503, var body) && body.Contains("The topic is missing"));

        using (var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = _broker }).Build())
        {
            await admin.CreateTopicsAsync([new() { Name = missing, NumPartitions = 1, ReplicationFactor = 1 }]).Within();
        }

        await WriteAsync([Failed("at last")], missing);

        (await AlertsAsync(1)).ShouldHaveSingleItem();
        await UntilAsync(async () => (await ReadyAsync(host)).Status == 200);
    }

    private static string Failed(string user) => $$"""{"action":"failed","user":"{{user}}"}""";

    private static string Other(string title) =>
        $"title: {title}\nid: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e003\nlogsource: {{ product: test }}\n"
        + "detection: { s: { action: other }, condition: s }\n";

    private static async Task<(int Status, string Body)> ReadyAsync(SigmaHost host)
    {
        using var response = await host.Http.GetAsync("/healthz/ready", Cancellation).Within();
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync(Cancellation).Within());
    }

    /// <summary>The titles of the rules that have fired, one more event later.</summary>
    private static async Task<IReadOnlyList<string>> TitlesAsync(SigmaHost host)
    {
        await host.PostAsync("{\"action\":\"other\"}\n");
        return [.. (await host.AlertsAsync()).Select(alert => (string)alert["rule"]!["title"]!)];
    }

    private static async Task UntilAsync(Func<Task<bool>> condition)
    {
        async Task PollAsync()
        {
            while (!await condition())
            {
                await Task.Delay(TimeSpan.FromMilliseconds(50), Cancellation);
            }
        }

        await PollAsync().Within();
    }

    private KafkaConnection Connection => new() { BootstrapServers = _broker, ClientId = _name };

    private Task<SigmaHost> StartAsync(params string[] arguments) => SigmaHost.StartAsync(
        _folder,
        [
            "--rules", _folder.Combine("rules"), "--source", "kafka", "--Sigma:Sinks:0=kafka",
            $"--Sigma:Kafka:BootstrapServers={_broker}", $"--Sigma:Kafka:Topics:0={Events}", $"--Sigma:Kafka:Group={_name}",
            $"--Sigma:Kafka:AlertTopic={AlertTopic}", "--Sigma:Kafka:Threads=2", .. arguments,
        ]);

    private async Task WriteRuleAsync(string file, string rule)
    {
        Directory.CreateDirectory(_folder.Combine("rules"));
        await File.WriteAllTextAsync(_folder.Combine("rules", file), rule, Cancellation);
    }

    private async Task WriteAsync(IEnumerable<string> records, string? topic = null)
    {
        using var producer = await OpenProducerAsync("writer");
        producer.Write([.. records.Select(record => new ProducedRecord(topic ?? Events, null, Encoding.UTF8.GetBytes(record)))], []);
    }

    /// <summary>A broker that has just started needs a while before it has transactions; on a busy machine a long one.</summary>
    private async Task<TransactionalProducer> OpenProducerAsync(string name)
    {
        var producer = new TransactionalProducer(Connection, $"{_name}-{name}");
        await Deadline.UntilAsync(() => Record.Exception(producer.Claim) is null);
        return producer;
    }

    private async Task<IReadOnlyList<JsonNode>> AlertsAsync(int count) =>
        [.. (await ReadAsync(AlertTopic, count)).Select(record => JsonNode.Parse(record.Value)!)];

    /// <summary>Reads from the beginning until there are so many; another one is not to come.</summary>
    private Task<List<Message<string, string>>> ReadAsync(string topic, int count) => Task.Factory.StartNew(
        () =>
        {
            using var consumer = new ConsumerBuilder<string, string>(new ConsumerConfig
            {
                BootstrapServers = _broker,
                GroupId = $"{_name}-{Guid.NewGuid():n}",
                IsolationLevel = IsolationLevel.ReadCommitted,
                AutoOffsetReset = AutoOffsetReset.Earliest,
                EnableAutoCommit = false,
            }).Build();
            consumer.Assign(Enumerable.Range(0, topic == AlertTopic ? 2 : 1)
                .Select(partition => new TopicPartitionOffset(topic, partition, Offset.Beginning)));
            var read = new List<Message<string, string>>();
            while (read.Count < count)
            {
                Cancellation.ThrowIfCancellationRequested();
                if (consumer.Consume(TimeSpan.FromMilliseconds(100)) is { } record)
                {
                    read.Add(record.Message);
                }
            }

            if (consumer.Consume(TimeSpan.FromMilliseconds(500)) is { } further)
            {
                read.Add(further.Message); // the caller sees one too many
            }

            consumer.Close();
            return read;
        },
        Cancellation, TaskCreationOptions.LongRunning, TaskScheduler.Default).Within();

    private sealed class BrokenIntake : IIntake
    {
        public ValueTask<TakenBatch> TakeAsync(StreamBatch batch, CancellationToken cancellationToken) =>
            throw new InvalidOperationException("broken");

        public ValueTask<TakenBatch> PutAsync(
            IReadOnlyList<Alert> alerts, IReadOnlyList<Match> matches, IReadOnlyList<StreamPosition> positions,
            CancellationToken cancellationToken) => throw new InvalidOperationException("broken");

        public IReadOnlyList<StreamPosition> PositionsOf(string source) => [];
    }
}
