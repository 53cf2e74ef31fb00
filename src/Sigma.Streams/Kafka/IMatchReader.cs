using Confluent.Kafka;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// Counts what comes of the match log, on the thread of the member that has its partitions. At its end all of them are another's.
/// </summary>
internal interface IMatchReader : IDisposable
{
    string Topic { get; }

    /// <summary>Partitions come: what they held before the group's offset is counted in silence.</summary>
    void Begin(IEnumerable<TopicPartition> partitions, Func<TopicPartition, long> committedOf);

    void End(IEnumerable<TopicPartition> partitions);

    /// <returns>What fires, and what other correlations refer to.</returns>
    (IReadOnlyList<Alert> Alerts, IReadOnlyList<Match> Matches) Read(ReadOnlyMemory<StreamRecord> records);
}
