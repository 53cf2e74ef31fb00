using Kafka.Client.Producing;
using Microsoft.Extensions.Options;
using Sigma.Engine.Correlations;
using Sigma.Engine.Rules;
using Sigma.Streams.Correlating;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Kafka;

/// <summary>
/// The match log: a record for each match and correlation that refers to it, keyed by the correlation and the group, so that one instance
/// has the whole group, however events are spread.
/// </summary>
internal sealed class KafkaMatches(
    IOptions<KafkaOptions> options, IOptions<SigmaOptions> sigma, IOptions<SigmaLimits> limits, Judge judge, RuleCounts counts,
    TimeProvider time)
{
    /// <summary>The limits are for all partitions of this process together, whatever the number of threads.</summary>
    private readonly CorrelationMemory _memory = new(limits.Value.OfCorrelations);

    private long _withoutGroup;

    /// <summary>Whether matches are written there, instead of being counted in this process.</summary>
    public bool IsUsed => options.Value.MatchTopic is not null && Names.SinksOf(sigma.Value).Contains(KafkaSink.Name);

    /// <summary>Correlations are counted in this process, and offsets are committed a moment before their matches are stored.</summary>
    public bool IsMissing => options.Value.MatchTopic is null && Names.SinksOf(sigma.Value).Contains(KafkaSink.Name)
        && judge.Rules.Rules.Correlations.Count > 0;

    /// <summary>The state of this process's partitions; for any thread.</summary>
    public CorrelationCounts Counts => CorrelationCounts.Of(_memory) is var counted
        ? counted with { Incomplete = counted.Incomplete + Interlocked.Read(ref _withoutGroup) }
        : default;

    /// <returns>One for a member of the group; null without a match log.</returns>
    public IMatchReader? NewReader() =>
        IsUsed
            ? new MatchReader(options.Value.MatchTopic!, options.Value.Connection, () => new(
                judge, counts, sigma.Value.Lateness, limits.Value.OfCorrelations, _memory))
            : null;

    /// <summary>Once for each match; a repeated delivery asks for its records each time.</summary>
    public void CountThoseWithoutGroup(IReadOnlyList<Match> matches) => Interlocked.Add(
        ref _withoutGroup, matches.Sum(match => ReferringTo(match).Count(correlation => KeyOf(correlation, match) is null)));

    public IEnumerable<ProducedRecord> Records(Match match) => IsUsed ? RecordsOf(MatchTexts.Bound(match)) : [];

    private IEnumerable<ProducedRecord> RecordsOf(Match match) =>
        from correlation in ReferringTo(match)
        let key = KeyOf(correlation, match)
        where key is not null
        select new ProducedRecord(
            options.Value.MatchTopic!, key, LoggedMatch.Of(correlation, match, time.GetUtcNow()).ToJson(), Later(match.Time));

    private IEnumerable<CorrelationRule> ReferringTo(Match match) =>
        judge.Rules.Rules.Correlations.Where(rule => rule.RefersTo(match.Rule));

    private static byte[]? KeyOf(CorrelationRule correlation, Match match) => LoggedMatch.KeyOf(correlation, match.Rule, match.Fields);

    /// <summary>A broker refuses timestamps before 1970.</summary>
    private static DateTimeOffset Later(DateTimeOffset time) => time < DateTimeOffset.UnixEpoch ? DateTimeOffset.UnixEpoch : time;
}
