using Confluent.Kafka;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// The part of a delivery that this instance may still write: records of partitions that have moved to another instance are read again
/// there.
/// </summary>
/// <param name="Alerts">The alerts, without repeats.</param>
/// <param name="DeadLetters">Inputs that are not records.</param>
/// <param name="Matches">Matches for correlations.</param>
/// <param name="Next">Where partitions continue, each with the term of its reads.</param>
internal sealed record KafkaShare(
    IReadOnlyList<Alert> Alerts,
    IReadOnlyList<DeadLetter> DeadLetters,
    IReadOnlyList<Match> Matches,
    IReadOnlyDictionary<TopicPartition, StreamPosition> Next)
{
    public bool IsEmpty => Alerts.Count + DeadLetters.Count + Matches.Count + Next.Count == 0;

    /// <param name="delivery">The whole delivery.</param>
    /// <param name="isOurs">Whether the term of a position has not ended.</param>
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

        // An alert that was held back is sent long after its record was committed, whoever has the partition now.
        bool IsOurAlert(Alert alert) => alert.WasHeld || WasReadByUs(alert.ReadAt ?? alert.Event);

        return new(
            [.. delivery.Alerts.Where(IsOurAlert).DistinctBy(alert => (alert.Id, alert.Repeats))],
            [.. delivery.DeadLetters.Where(letter => IsOurs(letter.Source, letter.Partition, letter.Offset))
                .DistinctBy(letter => (letter.Source, letter.Partition, letter.Offset, letter.Inside))],
            [.. delivery.Matches.Where(match => WasReadByUs(match.ReadAt ?? match.Event))
                .DistinctBy(match => (match.Rule.Key, match.Event, match.ReadAt))],
            ends);
    }
}
