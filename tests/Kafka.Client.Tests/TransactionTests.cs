using Confluent.Kafka;
using Kafka.Client.Consuming;
using Kafka.Client.Producing;

namespace Kafka.Client.Tests;

/// <summary>Records and offsets are written together or not at all.</summary>
public sealed class TransactionTests(KafkaFixture broker) : BrokerTests(broker)
{
    [Fact]
    public async Task Write_RecordsAndOffsets_AreSeenTogether()
    {
        var (source, target) = (await CreateTopicAsync("-in"), await CreateTopicAsync("-out"));
        var producer = await OpenProducerAsync();
        producer.Write([new(source, null, "1"u8.ToArray()), new(source, null, "2"u8.ToArray())], []);
        var consumer = Use(GroupConsumer.Create(Settings(source)));
        await TakeUntilAsync(consumer, taken => taken.Count == 2);

        producer.Write([new(target, null, "alert"u8.ToArray())], [new(Name, consumer.GroupMetadata, [new(source, 0, 2)])]);

        consumer.Committed([new(source, 0)], Deadline.Default).ShouldHaveSingleItem().Offset.Value.ShouldBe(2);
        var reader = Use(GroupConsumer.Create(Settings(target) with { Group = $"{Name}-reader" }));
        (await TakeUntilAsync(reader, taken => taken.Count == 1)).ShouldHaveSingleItem().Value.ShouldBe("alert");
    }

    /// <summary>A mark takes an offset, and no reader gets it: whoever counted it would fall behind for ever.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task LagOf_TopicThatEndsWithTheMarkOfATransaction_IsNoneWhenAllIsRead(bool oneByOne)
    {
        var topic = await CreateTopicAsync();
        var producer = await OpenProducerAsync();
        producer.Write([new(topic, null, "1"u8.ToArray())], []);
        var consumer = Use(GroupConsumer.Create(Settings(topic, oneByOne)));
        await TakeUntilAsync(consumer, taken => taken.Count == 1);

        await Deadline.UntilAsync(() => consumer.Take(TimeSpan.FromMilliseconds(50)) == 0 && consumer.LagOf(new(topic, 0), 1) == 0);
        producer.Write([new(topic, null, "2"u8.ToArray())], []);

        await Deadline.UntilAsync(() => consumer.LagOf(new(topic, 0), 1) > 0); // known before it is taken
    }

    [Theory]
    [InlineData(null)]
    [InlineData("100000")]
    public async Task Takes_RecordOfAnySize_SaysWhatTheClientSends(string? limit)
    {
        var topic = await CreateTopicAsync();
        Dictionary<string, string> properties = limit is null ? [] : new() { ["message.max.bytes"] = limit };
        var producer = Use(new TransactionalProducer(Connection with { Properties = properties }, Name));
        await Deadline.UntilAsync(() => Record.Exception(producer.Claim) is null);
        ProducedRecord Sized(int bytes) => new(topic, new byte[100], new byte[bytes - 200]) { Headers = [new(new('h', 10), new byte[90])] };

        producer.MaxRecordBytes.ShouldBe(limit is null ? 1_000_000 : 100_000);
        producer.Takes(Sized(producer.MaxRecordBytes)).ShouldBeFalse();
        var largest = Enumerable.Range(1, 1000).Select(less => Sized(producer.MaxRecordBytes - less)).First(producer.Takes);

        producer.Write([largest], []);
        Should.Throw<TransactionException>(() => producer.Write([Sized(producer.MaxRecordBytes)], []));
    }

    [Fact]
    public async Task Write_OfAMemberThatTheGroupHasLeftBehind_WritesNothingAndTheNextOneDoes()
    {
        var (source, target) = (await CreateTopicAsync("-in"), await CreateTopicAsync("-out"));
        var producer = await OpenProducerAsync();
        producer.Write([new(source, null, "1"u8.ToArray())], []);
        var consumer = Use(GroupConsumer.Create(Settings(source)));
        await TakeUntilAsync(consumer, taken => taken.Count == 1);
        var member = consumer.GroupMetadata;
        consumer.Close(); // the broker forgets the member

        GroupOffsets[] late = [new(Name, member, [new(source, 0, 1)])];

        Should.Throw<TransactionException>(() => producer.Write([new(target, null, "never"u8.ToArray())], late))
            .IsUnknown.ShouldBeFalse();
        producer.Write([new(target, null, "alert"u8.ToArray())], []);

        var reader = Use(GroupConsumer.Create(Settings(target) with { Group = $"{Name}-reader" }));
        (await TakeUntilAsync(reader, taken => taken.Count == 1)).ShouldHaveSingleItem().Value.ShouldBe("alert");
        reader.Committed([new(source, 0)], Deadline.Default).ShouldHaveSingleItem().Offset.ShouldBe(Offset.Unset);
    }

    [Fact]
    public async Task WasMade_OfTransactionsWithoutOffsets_TellsThoseThatAre()
    {
        var topic = await CreateTopicAsync();
        var producer = await OpenProducerAsync();
        producer.Write([new(topic, null, "first"u8.ToArray())], []);
        producer.WasMade().ShouldBeTrue();

        // Another run goes on counting where this one ended.
        var again = await OpenProducerAsync();
        again.Write([new(topic, null, "second"u8.ToArray())], []);
        again.WasMade().ShouldBeTrue();
        await OpenProducerAsync(); // fences it
        Should.Throw<TransactionException>(() => again.Write([new(topic, null, "fenced"u8.ToArray())], []));
        again.WasMade().ShouldBeFalse();
    }

    [Fact]
    public async Task Write_AnotherHasTakenTheName_FailsWithTheReasonAndTakesItBack()
    {
        var topic = await CreateTopicAsync();
        var producer = await OpenProducerAsync();
        producer.Write([new(topic, null, "first"u8.ToArray())], []);
        await OpenProducerAsync(); // fences the first

        Should.Throw<TransactionException>(() => producer.Write([new(topic, null, "fenced"u8.ToArray())], []))
            .Message.ShouldStartWith("Another instance has the same name");
        producer.Write([new(topic, null, "again"u8.ToArray())], []);

        var reader = Use(GroupConsumer.Create(Settings(topic)));
        (await TakeUntilAsync(reader, taken => taken.Count == 2)).Select(record => record.Value).ShouldBe(["first", "again"]);
    }
}
