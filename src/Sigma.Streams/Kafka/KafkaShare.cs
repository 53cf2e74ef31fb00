using Confluent.Kafka;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// The part of a delivery that this instance may still write: what was read of a partition that went to another meanwhile is read again
/// there.
/// </summary>
/// <param name="Alerts">Each once.</param>
/// <param name="DeadLetters">What was no record.</param>
/// <param name="Matches">What correlations ask for.</param>
/// <param name="Next">Where partitions go on, each with the term in which it was read.</param>
internal sealed record KafkaShare(
    IReadOnlyList<Alert> Alerts,
    IReadOnlyList<DeadLetter> DeadLetters,
    IReadOnlyList<Match> Matches,
    IReadOnlyDictionary<TopicPartition, StreamPosition> Next)
{
    public bool IsEmpty => Alerts.Count + DeadLetters.Count + Matches.Count + Next.Count == 0;

    /// <param name="delivery">All of it.</param>
    /// <param name="isOurs">Says of a position whether its term goes on.</param>
    public static KafkaShare Of(Delivery delivery, Func<StreamPosition, bool> isOurs)
    {
        var ends = new Dictionary<TopicPartition, StreamPosition>();
        var foreign = new HashSet<TopicPartition>();
        foreach (var position in delivery.Positions)
        {
            if (KafkaGroup.PartitionOf(position.Source, position.Partition) is not { } partition)
            {
                continue;
            }

            if (!isOurs(position))
            {
                foreign.Add(partition);
            }
            else if (!ends.TryGetValue(partition, out var end) || position.Next > end.Next)
            {
                ends[partition] = position;
            }
        }

        bool IsOurs(string source, uint partition, long offset) =>
            KafkaGroup.PartitionOf(source, partition) is not { } place
            || (ends.TryGetValue(place, out var end) ? offset < end.Next : !foreign.Contains(place));

        bool WasReadByUs(EventPlace place) => IsOurs(place.Source, place.Partition, place.Offset);

        // An alert that was held back goes out long after its record was committed, whoever has the partition by now.
        bool IsOurAlert(Alert alert) => alert.WasHeld || WasReadByUs(alert.ReadAt ?? alert.Event);

        return new(
            [.. delivery.Alerts.Where(IsOurAlert).DistinctBy(alert => (alert.Id, alert.Repeats))],
            [.. delivery.DeadLetters.Where(letter => IsOurs(letter.Source, letter.Partition, letter.Offset))
                .DistinctBy(letter => (letter.Source, letter.Partition, letter.Offset))],
            [.. delivery.Matches.Where(match => WasReadByUs(match.ReadAt ?? match.Event))
                .DistinctBy(match => (match.Rule.Key, match.Event, match.ReadAt))],
            ends);
    }
}
