using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;
using Sigma.Streams.Kafka;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>What of a delivery this instance may still write, after some of its partitions went to others.</summary>
public sealed class KafkaShareTests
{
    private const string Ours = "ours";
    private const string Ended = "ended";

    private static readonly string Source = KafkaGroup.SourceOf("events");

    [Fact]
    public void Of_PartitionThatWentToAnother_LeavesOutWhatWasReadOfIt()
    {
        var share = Share([Alert(0, 5), Alert(1, 5)], [Position(0, 6, Ours), Position(1, 6, Ended)]);

        share.Alerts.ShouldHaveSingleItem().Event.Partition.ShouldBe(0u);
        share.Next.Values.ShouldHaveSingleItem().Next.ShouldBe(6);
    }

    [Fact]
    public void Of_PartitionThatCameBack_TakesWhatItsNewTermHasRead()
    {
        var share = Share([Alert(0, 5), Alert(0, 9), Alert(0, 5)], [Position(0, 10, Ended), Position(0, 8, Ours)]);

        share.Alerts.ShouldHaveSingleItem().Event.Offset.ShouldBe(5);
    }

    [Theory]
    [InlineData(Ended)]
    [InlineData(Ours)]
    public void Of_AlertThatWasHeldBack_TakesItWhoeverHasItsPartition(string term)
    {
        var share = Share([Alert(0, 5) with { WasHeld = true }], [Position(0, 3, term)]);

        share.Alerts.ShouldHaveSingleItem();
    }

    [Fact]
    public void Of_AnotherSource_TakesAllOfIt() =>
        Share([Alert(0, 5) with { Event = new("http", 0, 5) }], [Position(0, 3, Ended)]).Alerts.ShouldHaveSingleItem();

    private static KafkaShare Share(IReadOnlyList<Alert> alerts, IReadOnlyList<StreamPosition> positions) =>
        KafkaShare.Of(new(alerts, [], [], positions), position => position.Key == Ours);

    private static Alert Alert(uint partition, long offset) => new("rule", "Rule", null, new(Source, partition, offset), null, [], []);

    private static StreamPosition Position(uint partition, long next, string term) => new(Source, partition, next, term);
}
