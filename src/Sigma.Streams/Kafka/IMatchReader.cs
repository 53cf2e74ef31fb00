using Confluent.Kafka;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// Counts the matches of the match log, on the thread of the member that has its partitions. When it ends, it gives up all of them.
/// </summary>
internal interface IMatchReader : IDisposable
{
    string Topic { get; }

    /// <summary>New partitions: matches before the group's offset are counted without alerts.</summary>
    void Begin(IEnumerable<TopicPartition> partitions, Func<TopicPartition, long> committedOf);

    void End(IEnumerable<TopicPartition> partitions);

    /// <returns>The alerts, and matches for other correlations.</returns>
    (IReadOnlyList<Alert> Alerts, IReadOnlyList<Match> Matches) Read(ReadOnlyMemory<StreamRecord> records);
}
