using System.Globalization;
using System.Text;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;
using Kafka.Client.Producing;

namespace Kafka.Client.Tests;

/// <summary>Both ways of taking records, against one broker and by the same tests.</summary>
public sealed class ConsumerTests(KafkaFixture broker) : BrokerTests(broker)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Take_RecordsOfAllKinds_GivesThemAsTheyWereWritten(bool oneByOne)
    {
        var topic = await CreateTopicAsync();
        var time = DateTimeOffset.Parse("2026-01-02T03:04:05.678Z", CultureInfo.InvariantCulture);
        await WriteAsync(
        [
            new(topic, "k"u8.ToArray(), "first"u8.ToArray(), time),
            new(topic, "k"u8.ToArray(), null, time),
            new(topic, null, [], time),
            .. Enumerable.Range(0, 3000).Select(i => new ProducedRecord(topic, null, Encoding.UTF8.GetBytes($"record {i}"))),
        ]);
        var consumer = Use(GroupConsumer.Create(Settings(topic, oneByOne)));

        var taken = await TakeUntilAsync(consumer, taken => taken.Count >= 3003);

        taken.Count.ShouldBe(3003);
        taken[0].ShouldBe(new(topic, 0, 0, "k", "first", IsTombstone: false, time));
        taken[1].ShouldBe(new(topic, 0, 1, "k", "", IsTombstone: true, time));
        taken[2].ShouldBe(new(topic, 0, 2, "", "", IsTombstone: false, time));
        taken.Skip(3).Select(record => record.Value).ShouldBe(Enumerable.Range(0, 3000).Select(i => $"record {i}"));
        consumer.Assigned.ShouldBe([new TopicPartition(topic, 0)], ignoreOrder: true);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Take_AfterACommitAndAClose_GoesOnThere(bool oneByOne)
    {
        var topic = await CreateTopicAsync();
        await WriteAsync(Enumerable.Range(0, 10).Select(i => new ProducedRecord(topic, null, Encoding.UTF8.GetBytes($"{i}"))));
        var first = Use(GroupConsumer.Create(Settings(topic, oneByOne)));
        await TakeUntilAsync(first, taken => taken.Count == 10);
        first.Commit([new(topic, 0, 7)]);
        first.Close();

        var second = Use(GroupConsumer.Create(Settings(topic, oneByOne)));

        (await TakeUntilAsync(second, taken => taken.Count == 3)).Select(record => record.Value).ShouldBe(["7", "8", "9"]);
        second.Committed([new(topic, 0)], Deadline.Default).ShouldHaveSingleItem().Offset.Value.ShouldBe(7);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Take_AnotherMemberJoins_SharesThePartitionsAndKeepsNoRecordOfAnothers(bool oneByOne)
    {
        var topic = await CreateTopicAsync(partitions: 4);
        var gone = new Gone();
        var first = Use(GroupConsumer.Create(Settings(topic, oneByOne), gone));
        await TakeUntilAsync(first, _ => first.Assigned.Count == 4);
        var second = Use(GroupConsumer.Create(Settings(topic, oneByOne)));
        second.IsJoining.ShouldBeTrue();

        await Task.WhenAll(
            TakeUntilAsync(second, _ => second.Assigned.Count == 2), TakeUntilAsync(first, _ => first.Assigned.Count == 2));

        (first.IsJoining, second.IsJoining).ShouldBe((false, false));
        first.Assigned.Intersect(second.Assigned).ShouldBeEmpty();
        gone.Revoked.ShouldBeSubsetOf(second.Assigned.Union(first.Assigned));
        second.Assigned.ShouldBeSubsetOf(gone.Revoked);
        await WriteAsync(Enumerable.Range(0, 200).Select(i => new ProducedRecord(topic, BitConverter.GetBytes(i), "x"u8.ToArray())));
        var counts = new int[2];
        bool Have(int member, int taken) => (counts[member] = taken) + counts[1 - member] >= 200;
        var (ofFirst, ofSecond) =
            (TakeUntilAsync(first, taken => Have(0, taken.Count)), TakeUntilAsync(second, taken => Have(1, taken.Count)));
        await Task.WhenAll(ofFirst, ofSecond);

        (await ofFirst).ShouldAllBe(record => first.Assigned.Contains(new(topic, record.Partition)));
        (await ofSecond).ShouldAllBe(record => second.Assigned.Contains(new(topic, record.Partition)));
        ((await ofFirst).Count + (await ofSecond).Count).ShouldBe(200);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Take_TopicThatIsMissing_SaysSoAndGoesOnOnceItIsThere(bool oneByOne)
    {
        var consumer = Use(GroupConsumer.Create(Settings(Name, oneByOne)));
        await TakeUntilAsync(consumer, _ => consumer.LastError is not null);
        var sentence = KafkaFailure.Sentence(consumer.LastError!);

        var topic = await CreateTopicAsync();
        await WriteAsync([new(topic, null, "at last"u8.ToArray())]);

        (await TakeUntilAsync(consumer, taken => taken.Count > 0)).ShouldHaveSingleItem().Value.ShouldBe("at last");
        sentence.ShouldStartWith("The topic is missing: create it");
        consumer.LastError.ShouldBeNull();
    }

    /// <summary>librdkafka 2.0 ended the process here, and left who stayed without a partition, when the group cooperated.</summary>
    [Fact]
    public async Task Dispose_BeforeTheFirstAssignment_LeavesTheRecordsToTheOthers()
    {
        var topic = await CreateTopicAsync();
        await WriteAsync([new(topic, null, "for who stays"u8.ToArray())]);
        for (var round = 0; round < 4; round++)
        {
            await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => Task.Factory.StartNew(
                () =>
                {
                    using var leaving = GroupConsumer.Create(Settings(topic));
                    leaving.Take(TimeSpan.FromMilliseconds(500));
                    leaving.Close();
                },
                Cancellation, TaskCreationOptions.LongRunning, TaskScheduler.Default))).Within();
        }

        var staying = Use(GroupConsumer.Create(Settings(topic)));

        (await TakeUntilAsync(staying, taken => taken.Count > 0)).ShouldHaveSingleItem().Value.ShouldBe("for who stays");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Take_HandlerThatFails_FailsToo(bool oneByOne)
    {
        var consumer = Use(GroupConsumer.Create(Settings(await CreateTopicAsync(), oneByOne), new Broken()));

        var failure = await Should.ThrowAsync<IOException>(() => TakeUntilAsync(consumer, _ => false));

        failure.Message.ShouldBe("broken");
    }

    [Fact]
    public async Task Take_NoBroker_SaysSo()
    {
        var away = Connection with { BootstrapServers = $"127.0.0.1:{LoopbackPort.FindFree()}" };
        var consumer = Use(GroupConsumer.Create(Settings(Name) with { Connection = away }));

        await TakeUntilAsync(consumer, _ => consumer.LastError is not null);

        KafkaFailure.Sentence(consumer.LastError!).ShouldStartWith("The broker does not answer");
    }

    [Fact]
    public void Create_PropertyThatIsNone_IsRefused()
    {
        var wrong = Connection with { Properties = new Dictionary<string, string> { ["no.such.property"] = "1" } };

        Should.Throw<InvalidOperationException>(() => GroupConsumer.Create(Settings(Name) with { Connection = wrong }))
            .Message.ShouldContain("no.such.property");
    }

    [Fact]
    public async Task Read_FromATimeOn_GivesWhatWasWrittenThenAndLater()
    {
        var topic = await CreateTopicAsync();
        var start = DateTimeOffset.UnixEpoch.AddYears(50);
        await WriteAsync(Enumerable.Range(0, 5).Select(i => new ProducedRecord(topic, null, [(byte)i], start.AddMinutes(i))));
        using var reader = new TopicReader(Connection);
        var partitions = reader.PartitionsOf(topic, Deadline.Default);
        // Readers see a commit a moment after its writer; its mark counts too.
        await Deadline.UntilAsync(() => reader.EndOf(partitions[0], Deadline.Default) == 6);

        reader.Assign(reader.OffsetsFor(partitions, start.AddMinutes(3), Deadline.Default));

        reader.Read(Deadline.Default)!.Message.Value.ShouldBe([3]);
        reader.Read(Deadline.Default)!.Message.Value.ShouldBe([4]);
        reader.PartitionsOf($"{topic}-none", Deadline.Default).ShouldBeEmpty();
    }

    private async Task WriteAsync(IEnumerable<ProducedRecord> records) => (await OpenProducerAsync("-writer")).Write([.. records], []);

    private sealed class Broken : IAssignmentHandler
    {
        public void Assigned(IReadOnlyCollection<TopicPartition> partitions) => throw new IOException("broken");

        public void Revoked(IReadOnlyCollection<TopicPartition> partitions)
        {
        }

        public void Lost(IReadOnlyCollection<TopicPartition> partitions)
        {
        }
    }

    private sealed class Gone : IAssignmentHandler
    {
        public List<TopicPartition> Revoked { get; } = [];

        public void Assigned(IReadOnlyCollection<TopicPartition> partitions)
        {
        }

        void IAssignmentHandler.Revoked(IReadOnlyCollection<TopicPartition> partitions) => Revoked.AddRange(partitions);

        public void Lost(IReadOnlyCollection<TopicPartition> partitions)
        {
        }
    }
}
