using Sigma.Engine.Correlations;
using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;
using Sigma.Streams.Correlating;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;

namespace Sigma.Streams.Kafka;

/// <summary>
/// The state of correlations in one partition of the match log. Each correlation has its own correlator and its own time, because a match
/// is logged for each separately, and the result of one is logged later than its cause. All of it follows from the log: reading it again
/// gives the same state.
/// </summary>
/// <param name="judge">Has the current rules.</param>
/// <param name="counts">Counts the alerts.</param>
/// <param name="lateness">How far a match may be behind the newest one of its source's partition.</param>
/// <param name="limits">The limits.</param>
/// <param name="memory">The memory shared by all partitions of the process; for one thread at a time.</param>
internal sealed class PartitionFold(
    Judge judge, RuleCounts counts, TimeSpan lateness, CorrelationLimits limits, CorrelationMemory memory)
{
    private readonly Dictionary<string, Counting> _correlations = [];
    private readonly Dictionary<string, SigmaDocument> _documents = [];
    private readonly List<CorrelationAlert> _fired = [];
    private RuleIndex? _rules;

    /// <summary>How far back the windows at a given time begin, including those of late matches.</summary>
    public TimeSpan Reach =>
        judge.Rules.Rules.Correlations.Select(rule => rule.Reach).DefaultIfEmpty().Max() + lateness + lateness;

    /// <summary>Counts a match without alerts: they were sent when the group committed it.</summary>
    public void Fold(LoggedMatch match)
    {
        lock (memory)
        {
            Put(match);
            _fired.Clear();
        }
    }

    /// <param name="match">The match of the log.</param>
    /// <param name="readAt">Its place in the log.</param>
    /// <param name="alerts">Gets the alerts.</param>
    /// <param name="matches">Gets matches for other correlations.</param>
    public void Add(LoggedMatch match, EventPlace readAt, List<Alert> alerts, List<Match> matches)
    {
        lock (memory)
        {
            Put(match);
            foreach (var fired in _fired)
            {
                var rule = _correlations[fired.Rule.Key].Rule;
                counts.Matched(rule.Key, fired.Time);
                if (rule.Alerts)
                {
                    alerts.Add(Alert.Of(fired) with { ReadAt = readAt });
                }

                var fields = fired.Group.ToDictionary(field => field.Key, field => field.Value);
                matches.Add(new(rule, fired.Time, (EventPlace)fired.Event, fields) { ReadAt = readAt });
            }

            _fired.Clear();
        }
    }

    /// <summary>Frees the memory, because another member has the partition.</summary>
    public void Clear()
    {
        lock (memory)
        {
            foreach (var counting in _correlations.Values)
            {
                counting.Correlator.Clear();
            }

            _correlations.Clear();
        }
    }

    private void Put(LoggedMatch match)
    {
        if (judge.Rules is var rules && rules != _rules)
        {
            Use(_rules = rules);
        }

        if (!_correlations.TryGetValue(match.Correlation, out var counting) || !match.IsFor(counting.Rule)
            || !_documents.TryGetValue(match.Document, out var document))
        {
            return; // of rules that are gone
        }

        var (_, correlator, watermarks) = counting;
        var came = match.Came ?? match.Time;
        watermarks.LeaveOut(came);
        correlator.Add(new(document, match.Time, match.Place, match.Fields), _fired);
        watermarks.Saw(match.Source, match.Partition, match.Time, came);
        correlator.Advance(watermarks.Watermark, _fired);
    }

    /// <summary>A correlation keeps its state if neither it nor what it refers to has changed.</summary>
    private void Use(RuleIndex rules)
    {
        var set = rules.Rules;
        _documents.Clear();
        foreach (var document in set.Rules.Cast<SigmaDocument>().Concat(set.Correlations))
        {
            _documents[document.Key] = document;
        }

        foreach (var gone in _correlations.Keys.Except(set.Correlations.Select(rule => rule.Key)).ToList())
        {
            _correlations[gone].Correlator.Clear();
            _correlations.Remove(gone);
        }

        foreach (var rule in set.Correlations)
        {
            // Evaluates it alone, with alerts: whether it alerts, and who refers to it, is decided here.
            var (previous, watermarks) = _correlations.TryGetValue(rule.Key, out var known)
                ? (known.Correlator, known.Watermarks)
                : (null, new Watermarks(lateness));
            _correlations[rule.Key] = new(rule, new(set, limits, previous, rule with { Alerts = true }, memory), watermarks);
        }
    }

    private sealed record Counting(CorrelationRule Rule, Correlator Correlator, Watermarks Watermarks);
}
