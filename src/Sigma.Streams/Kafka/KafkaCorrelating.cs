using Sigma.Streams.Alerts;
using Sigma.Streams.Correlating;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;

namespace Sigma.Streams.Kafka;

/// <summary>
/// Correlations with the match log in Kafka: the delivery's transaction writes matches there, and the log's reader counts them.
/// </summary>
internal sealed class KafkaCorrelating(KafkaMatches log) : ICorrelating
{
    public IReadOnlyList<StreamPosition> Positions => [];

    /// <summary>The reader has its own health check.</summary>
    public string? Failure => null;

    public CorrelationCounts Counts => log.Counts;

    public void Use(RuleIndex rules)
    {
        // The reader asks the judge itself.
    }

    public ValueTask<IReadOnlyList<Alert>> AddAsync(IReadOnlyList<Match> matches, CancellationToken cancellationToken)
    {
        log.CountThoseWithoutGroup(matches);
        return new([]);
    }

    public ValueTask<IReadOnlyList<Alert>> PassAsync(CancellationToken cancellationToken) => new([]);

    public ValueTask CommitAsync(IReadOnlyList<StreamPosition> positions, CancellationToken cancellationToken) => default;
}
