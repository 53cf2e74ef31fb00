using System.Text;
using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;
using Kafka.Client.Native;
using Kafka.Client.Producing;
using Kafka.Client.Tests;

[assembly: AssemblyFixture(typeof(GuardedKafkaFixture))]

namespace Kafka.Client.Tests;

/// <summary>
/// A real broker refuses by its access rules. librdkafka says so once, and never that it is over: what is refused has to stand until
/// something proves that it is allowed.
/// </summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class AccessTests(GuardedKafkaFixture broker) : IAsyncLifetime
{
    private const string Forbidden = "The broker's access rules forbid it: grant";

    private readonly string _name = $"{Guid.NewGuid():n}";
    private readonly List<IDisposable> _opened = [];
    private string _open = "";
    private KafkaConnection _guarded = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        var (open, guarded) = await broker.SkipUnlessPresentAsync();
        LibrdkafkaLoader.ThrowIfMissing(); // before the first client: it finds the library
        _open = open;
        _guarded = new() { BootstrapServers = guarded, ClientId = _name, Properties = GuardedKafkaFixture.Login };
    }

    public ValueTask DisposeAsync()
    {
        _opened.Reverse();
        _opened.ForEach(client => client.Dispose());
        return ValueTask.CompletedTask;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Take_TopicThatMayBeSeenAndNotRead_IsRefusedUntilItMayBeRead(bool oneByOne)
    {
        var topic = await CreateTopicAsync($"seen-{_name}");
        var consumer = Open($"free-{_name}", topic, oneByOne);

        await TakeUntilAsync(consumer, _ => consumer.Refused.Count > 0);
        consumer.Refused.ShouldHaveSingleItem().Sentence
            .ShouldStartWith($"{Forbidden} READ on the topic {topic} to {GuardedKafkaFixture.Guest}");
        (await TakeAsync(consumer, times: 40, () => consumer.Refused.ShouldHaveSingleItem())).ShouldBe(0); // looking changes nothing

        // Nothing is in the topic: its end is the proof.
        await broker.GrantAsync("Read", ResourceType.Topic, topic);
        await TakeUntilAsync(consumer, _ => consumer.Refused.Count == 0);

        // The end is no news any more; and what is forbidden once more has to be over once more.
        await broker.WithdrawAsync("Read", ResourceType.Topic, topic);
        await TakeUntilAsync(consumer, _ => consumer.Refused.Count > 0);
        await broker.GrantAsync("Read", ResourceType.Topic, topic);
        await TakeUntilAsync(consumer, _ => consumer.Refused.Count == 0);

        await WriteAsync(topic, "first", "second");
        (await TakeUntilAsync(consumer, taken => taken.Count >= 2)).ShouldBe(["first", "second"]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Take_TopicThatMayNotBeSeen_IsRefusedUntilItMayBeRead(bool oneByOne)
    {
        var topic = await CreateTopicAsync($"hidden-{_name}");
        await WriteAsync(topic, "at last");
        var consumer = Open($"free-{_name}", topic, oneByOne);

        await TakeUntilAsync(consumer, _ => consumer.Refused.Count > 0);
        consumer.Refused.ShouldHaveSingleItem().Sentence.ShouldStartWith($"{Forbidden} READ on the topic {topic} to");
        (await TakeAsync(consumer, times: 20, () => consumer.Refused.ShouldHaveSingleItem())).ShouldBe(0);
        await broker.GrantAsync("Read", ResourceType.Topic, topic);

        (await TakeUntilAsync(consumer, taken => taken.Count > 0)).ShouldBe(["at last"]);
        consumer.Refused.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Take_GroupThatMayNotBeUsed_IsRefusedUntilItIsJoined(bool oneByOne)
    {
        var topic = await CreateTopicAsync($"seen-{_name}");
        await WriteAsync(topic, "at last");
        await broker.GrantAsync("Read", ResourceType.Topic, topic);
        var consumer = Open($"kept-{_name}", topic, oneByOne);

        await TakeUntilAsync(consumer, _ => consumer.Refused.Count > 0);
        consumer.Refused.ShouldHaveSingleItem().Sentence.ShouldStartWith($"{Forbidden} READ on the group kept-{_name} to");
        (await TakeAsync(consumer, times: 20, () => consumer.Refused.ShouldHaveSingleItem())).ShouldBe(0);
        await broker.GrantAsync("Read", ResourceType.Group, $"kept-{_name}");

        (await TakeUntilAsync(consumer, taken => taken.Count > 0)).ShouldBe(["at last"]);
        consumer.Refused.ShouldBeEmpty();
    }

    [Fact]
    public async Task Claim_NameThatMayNotBeUsed_SaysWhatToGrantAndSucceedsOnceItIs()
    {
        using var producer = new TransactionalProducer(_guarded, $"kept-{_name}");

        Should.Throw<TransactionException>(producer.Claim).Message.ShouldStartWith(
            $"{Forbidden} WRITE on the transactional id kept-{_name} to {GuardedKafkaFixture.Guest}");

        await broker.GrantAsync("Write", GuardedKafkaFixture.TransactionalId, $"kept-{_name}");
        await Deadline.UntilAsync(() => Record.Exception(producer.Claim) is null);
    }

    /// <summary>A transaction without offsets has a mark, which is the offset of a group: it takes the right to read.</summary>
    [Theory]
    [InlineData("Write", "Read")]
    [InlineData("Read", "Write")]
    public async Task Write_RightThatIsMissing_SaysWhatToGrantAndWritesItOnce(string missing, string there)
    {
        var topic = await CreateTopicAsync($"seen-{_name}");
        await broker.GrantAsync(there, ResourceType.Topic, topic);
        using var producer = new TransactionalProducer(_guarded, $"free-{_name}");
        await Deadline.UntilAsync(() => Record.Exception(producer.Claim) is null);
        void Write() => producer.Write([new(topic, null, "alert"u8.ToArray())], []);

        // A client that has just lost its coordinator says only "erroneous state".
        await Deadline.UntilAsync(() => Should.Throw<TransactionException>(Write).Message.StartsWith(
            $"{Forbidden} {missing.ToUpperInvariant()} on the topic {topic} to", StringComparison.Ordinal));
        await broker.GrantAsync(missing, ResourceType.Topic, topic);
        Write();

        var reader = Open($"free-{_name}-reader", topic, oneByOne: false);
        (await TakeUntilAsync(reader, taken => taken.Count > 0)).ShouldBe(["alert"]);
    }

    [Fact]
    public async Task Read_TopicThatMayNotBeRead_SaysSoWithoutARightToAnyGroup()
    {
        var topic = await CreateTopicAsync($"seen-{_name}");
        await WriteAsync(topic, "rule");
        using var refused = new TopicReader(_guarded);
        refused.Assign([new(topic, 0, Offset.Beginning)]);
        await Deadline.UntilAsync(() => refused.Read(TimeSpan.FromMilliseconds(100)) is null && refused.LastError is { } error
            && MissingRight.OfReader(error, [topic], group: null, _guarded) is not null);
        Should.Throw<KafkaException>(() => refused.PartitionsOf($"hidden-{_name}", Deadline.Default))
            .Error.Code.ShouldBe(ErrorCode.TopicAuthorizationFailed);

        await broker.GrantAsync("Read", ResourceType.Topic, topic);
        using var allowed = new TopicReader(_guarded);
        allowed.Assign([new(topic, 0, Offset.Beginning)]);

        Encoding.UTF8.GetString(allowed.Read(Deadline.Default)!.Message.Value).ShouldBe("rule");
    }

    private IRecordConsumer Open(string group, string topic, bool oneByOne)
    {
        var consumer = GroupConsumer.Create(new() { Connection = _guarded, Group = group, Topics = [topic], OneByOne = oneByOne });
        _opened.Add(consumer);
        return consumer;
    }

    private async Task<string> CreateTopicAsync(string topic)
    {
        using var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = _open }).Build();
        await admin.CreateTopicsAsync([new() { Name = topic, NumPartitions = 1, ReplicationFactor = 1 }]).Within();
        return topic;
    }

    private async Task WriteAsync(string topic, params string[] values)
    {
        using var producer = new ProducerBuilder<Null, string>(new ProducerConfig { BootstrapServers = _open }).Build();
        foreach (var value in values)
        {
            await producer.ProduceAsync(topic, new() { Value = value }, Cancellation).Within();
        }
    }

    /// <returns>How many records came; the check held after each look.</returns>
    private static Task<int> TakeAsync(IRecordConsumer consumer, int times, Action check) => OnOneThread(() =>
    {
        var count = 0;
        for (var i = 0; i < times; i++)
        {
            count += consumer.Take(TimeSpan.FromMilliseconds(100));
            check();
        }

        return count;
    });

    /// <returns>The records that came until the condition held.</returns>
    private static Task<List<string>> TakeUntilAsync(IRecordConsumer consumer, Func<List<string>, bool> condition) => OnOneThread(() =>
    {
        var taken = new List<string>();
        while (!condition(taken))
        {
            Cancellation.ThrowIfCancellationRequested();
            for (int i = 0, count = consumer.Take(TimeSpan.FromMilliseconds(50)); i < count; i++)
            {
                taken.Add(Encoding.UTF8.GetString(consumer[i].Value.Span));
            }
        }

        return taken;
    });

    private static Task<T> OnOneThread<T>(Func<T> what) =>
        Task.Factory.StartNew(what, Cancellation, TaskCreationOptions.LongRunning, TaskScheduler.Default).Within();
}
