using Sigma.Engine.Correlations;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Rules;
using Sigma.Streams.Events;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Testing;

/// <summary>Runs the events beside a file of rules.</summary>
internal sealed class FileTests(RuleSet rules, IReadOnlyList<EventMapping> mappings)
{
    private readonly Unwrapper _unwrapper = RuleInputs.Unwrapper([], mappings);

    /// <param name="file">The file of the rules.</param>
    /// <param name="events">The file of events.</param>
    /// <param name="fires">Whether they have to fire.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The number of events, and the failures.</returns>
    public (int Events, IReadOnlyList<string> Problems) Run(string file, string events, bool fires, CancellationToken cancellationToken)
    {
        var correlations = rules.Correlations.Where(rule => rule.File == file).ToList();
        if (correlations.Count > 0)
        {
            return RunTogether(correlations, events, fires, cancellationToken);
        }

        var own = rules.Rules.Where(rule => rule.File == file).ToList();
        var filters = rules.Filters.Where(filter => filter.File == file).ToList();
        return RunEach(
            own.Count > 0 ? own : [.. rules.Rules.Where(rule => filters.Exists(filter => filter.AppliesTo(rule)))],
            events, fires, cancellationToken);
    }

    private (int, IReadOnlyList<string>) RunEach(List<SigmaRule> tested, string events, bool fires, CancellationToken cancellationToken)
    {
        var matcher = new MappedRules(rules with { Rules = tested }, mappings, routes: false, []).Matcher();
        var (count, problems) = (0, new List<string>());
        foreach (var record in Records(events, cancellationToken))
        {
            count++;
            var verdict = matcher.Evaluate(record.Utf8);
            var problem = verdict.Death is { } death ? death.Sentence()
                : verdict.Matches.Count > 0 == fires ? null
                : fires ? "no rule fires. sigma explain says why." : "a rule fires, but should not.";
            if (problem is not null)
            {
                problems.Add($"record {record.Index}: {problem}");
            }
        }

        return (count, problems);
    }

    private (int, IReadOnlyList<string>) RunTogether(
        List<CorrelationRule> tested, string events, bool fires, CancellationToken cancellationToken)
    {
        // Rules that are silent because correlations refer to them are tested too.
        var all = rules with { Correlations = [.. rules.Correlations.Select(rule => rule with { Alerts = true })] };
        var asked = new CorrelationFields(all);
        var referred = all with { Rules = [.. all.Rules.Where(rule => asked.Of(rule) is not null)] };
        var matcher = new MappedRules(referred, mappings, routes: false, [.. asked.All]).Matcher();
        var correlator = new Correlator(all, new() { Lateness = null });
        var fired = new List<CorrelationAlert>();
        var (count, problems, time) = (0, new List<string>(), DateTimeOffset.UnixEpoch);
        foreach (var record in Records(events, cancellationToken))
        {
            count++;
            var verdict = matcher.Evaluate(record.Utf8);
            if (verdict.Death is { } death)
            {
                problems.Add($"record {record.Index}: {death.Sentence()}");
                continue;
            }

            time = matcher.Mapping.Times.Find(record.Utf8.Span) ?? time;
            foreach (var match in verdict.Matches)
            {
                var rule = referred.Rules[match.Rule];
                correlator.Add(new(rule, time, record.Place, matcher.TextsOf(asked.Of(rule)!)), fired);
            }
        }

        correlator.Complete(fired);
        problems.AddRange(tested.Where(rule => fired.Exists(alert => alert.Rule.Fingerprint == rule.Fingerprint) != fires)
            .Select(rule => $"{rule.Title} {(fires ? "does not fire" : "fires, and should not")}."));
        return (count, problems);
    }

    private IEnumerable<EventRecord> Records(string path, CancellationToken cancellationToken)
    {
        using var opened = EventFile.Open(path, Stream.Null, format: null, _unwrapper);
        while (opened.Reader.Read(cancellationToken) is { Count: > 0 } records)
        {
            foreach (var record in records)
            {
                yield return record;
            }
        }
    }
}
