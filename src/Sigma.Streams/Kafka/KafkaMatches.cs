using Kafka.Client.Producing;
using Microsoft.Extensions.Options;
using Sigma.Engine.Rules;
using Sigma.Streams.Correlating;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Kafka;

/// <summary>
/// The match log: a record for each match and correlation that refers to it, keyed by the correlation and the group, so that a group is
/// whole with one instance, however events are spread.
/// </summary>
internal sealed class KafkaMatches(
    IOptions<KafkaOptions> options, IOptions<SigmaOptions> sigma, IOptions<SigmaLimits> limits, Judge judge, RuleCounts counts)
{
    /// <summary>Whether matches go there, instead of being counted in this process.</summary>
    public bool IsUsed => options.Value.MatchTopic is not null && Names.SinksOf(sigma.Value).Contains(KafkaSink.Name);

    /// <summary>Correlations count in this process, and offsets are committed a moment before it keeps their matches.</summary>
    public bool IsMissing => options.Value.MatchTopic is null && Names.SinksOf(sigma.Value).Contains(KafkaSink.Name)
        && judge.Rules.Rules.Correlations.Count > 0;

    /// <returns>One for a member of the group; null without a match log.</returns>
    public IMatchReader? NewReader() =>
        IsUsed
            ? new MatchReader(options.Value.MatchTopic!, options.Value.Connection, sigma.Value.Lateness, limits.Value, judge, counts)
            : null;

    public IEnumerable<ProducedRecord> Records(Match match) => IsUsed ? Records(judge.Rules.Rules, MatchTexts.Bound(match)) : [];

    private IEnumerable<ProducedRecord> Records(RuleSet rules, Match match) =>
        from correlation in rules.Correlations
        where correlation.References.Any(reference => match.Rule.IsCalled(reference.Reference))
        let key = LoggedMatch.KeyOf(correlation, match.Rule, match.Fields)
        where key is not null
        select new ProducedRecord(
            options.Value.MatchTopic!, key, LoggedMatch.Of(correlation, match).ToJson(), Later(match.Time));

    /// <summary>A broker refuses a time stamp that lies before 1970.</summary>
    private static DateTimeOffset Later(DateTimeOffset time) => time < DateTimeOffset.UnixEpoch ? DateTimeOffset.UnixEpoch : time;
}
