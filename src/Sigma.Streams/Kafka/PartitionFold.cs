using Sigma.Engine.Correlations;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;

namespace Sigma.Streams.Kafka;

/// <summary>
/// What correlations know of one partition of the match log. Each has a correlator of its own, because a match is logged for each apart.
/// </summary>
internal sealed class PartitionFold(Judge judge, RuleCounts counts, CorrelationLimits limits)
{
    private readonly Dictionary<string, (CorrelationRule Rule, Correlator Correlator)> _correlators = [];
    private readonly Dictionary<string, SigmaDocument> _documents = [];
    private readonly List<CorrelationAlert> _fired = [];
    private RuleIndex? _rules;

    /// <param name="match">The match of the log.</param>
    /// <param name="readAt">Its place there.</param>
    /// <param name="alerts">Takes what fires.</param>
    /// <param name="matches">Takes what other correlations refer to.</param>
    public void Add(LoggedMatch match, EventPlace readAt, List<Alert> alerts, List<Match> matches)
    {
        if (judge.Rules is var rules && rules != _rules)
        {
            Use(_rules = rules);
        }

        if (!_correlators.TryGetValue(match.Correlation, out var correlation)
            || !_documents.TryGetValue(match.Document, out var document))
        {
            return; // of rules that are gone
        }

        correlation.Correlator.Add(new(document, match.Time, match.Place, match.Fields), _fired);
        foreach (var (_, group, time, place) in _fired)
        {
            var rule = correlation.Rule;
            counts.Matched(rule.Key, time);
            if (rule.Alerts)
            {
                MatchedField[] fields = [.. group.Select(field => new MatchedField(field.Key, field.Value, IsText: true))];
                alerts.Add(new(rule.Key, rule.Title, rule.Level, (EventPlace)place, time, fields, [], IsCorrelation: true)
                {
                    ReadAt = readAt,
                });
            }

            matches.Add(new(rule, time, (EventPlace)place, group.ToDictionary(field => field.Key, field => field.Value))
            {
                ReadAt = readAt,
            });
        }

        _fired.Clear();
    }

    /// <summary>A correlation keeps what it knows when neither it nor what it refers to has changed.</summary>
    private void Use(RuleIndex rules)
    {
        var set = rules.Rules;
        _documents.Clear();
        foreach (var document in set.Rules.Cast<SigmaDocument>().Concat(set.Correlations))
        {
            _documents[document.Key] = document;
        }

        var gone = _correlators.Keys.Except(set.Correlations.Select(rule => rule.Key)).ToList();
        gone.ForEach(key => _correlators.Remove(key));
        foreach (var rule in set.Correlations)
        {
            // Alone, and aloud: whether it alerts, and who refers to it, is decided here.
            var previous = _correlators.TryGetValue(rule.Key, out var known) ? known.Correlator : null;
            _correlators[rule.Key] = (rule, new(set, limits, previous, rule with { Alerts = true }));
        }
    }
}
