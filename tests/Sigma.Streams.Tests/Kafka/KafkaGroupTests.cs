using Confluent.Kafka;
using Sigma.Streams.Flow;
using Sigma.Streams.Kafka;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>Which member of this process has a partition, and since when.</summary>
public sealed class KafkaGroupTests
{
    private static readonly TopicPartition Partition = new("events", 3);

    private readonly KafkaGroup _group = new();
    private readonly Member _first = new();
    private readonly Member _second = new();

    [Fact]
    public void End_OfAMemberWhosePartitionAnotherHasAlready_LeavesItToThat()
    {
        _group.Begin(_first, [Partition]);
        _group.Begin(_second, [Partition]);

        _group.End(_first, [Partition]);

        _group.IsOurs(Position(_group.TermOf(_second, Partition)!), out _).ShouldBeTrue();
        _group.End(_second, [Partition]);
        _group.TermOf(_second, Partition).ShouldBeNull();
    }

    [Fact]
    public void TermOf_AMemberWhosePartitionAnotherHas_IsNone()
    {
        _group.Begin(_first, [Partition]);
        _group.Begin(_second, [Partition]);

        _group.TermOf(_first, Partition).ShouldBeNull();
    }

    [Fact]
    public void OffsetsOf_TermsThatGoOn_AreThoseOfTheMembersThatHaveThem()
    {
        var other = new TopicPartition("events", 4);
        _group.Begin(_first, [Partition]);
        _group.Begin(_second, [other]);

        var offsets = _group.OffsetsOf(
        [
            new(Partition, Position(_group.TermOf(_first, Partition)!)),
            new(other, Position(_group.TermOf(_second, other)!)),
        ]);

        offsets.Select(member => member.Member).ShouldBe([_first.Metadata, _second.Metadata]);
        offsets.SelectMany(member => member.Offsets).ShouldBe([new(Partition, 7), new(other, 7)]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void OffsetsOf_TermThatHasEnded_ThrowsSoThatTheDeliveryIsTriedAgain(bool hasAnotherBegun)
    {
        _group.Begin(_first, [Partition]);
        var term = _group.TermOf(_first, Partition)!;
        _group.End(_first, [Partition]);
        _group.Begin(_second, hasAnotherBegun ? [Partition] : []);

        Should.Throw<IOException>(() => _group.OffsetsOf([new(Partition, Position(term))])).Message.ShouldContain("partition 3 of events");
    }

    [Fact]
    public void HasCommitted_OffsetThatAnotherTermBrought_TellsNothing()
    {
        _first.Committed = 7;
        _group.Begin(_first, [Partition]);
        var position = Position(_group.TermOf(_first, Partition)!);
        _group.HasCommitted(position).ShouldBeTrue();
        _group.HasCommitted(position with { Next = 8 }).ShouldBeFalse();

        _group.End(_first, [Partition]);
        _group.HasCommitted(position).ShouldBeFalse();
        _group.Begin(_first, [Partition]);

        _group.HasCommitted(position).ShouldBeFalse();
    }

    private static StreamPosition Position(string term) => new(KafkaGroup.SourceOf("events"), 3, 7, term);

    private sealed class Member : IGroupMember
    {
        public string Group => "group";

        public IConsumerGroupMetadata Metadata { get; } = new Known();

        public long Committed { get; set; }

        public long CommittedOf(TopicPartition partition) => Committed;
    }

    private sealed class Known : IConsumerGroupMetadata;
}
