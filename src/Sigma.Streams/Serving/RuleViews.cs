using System.Text.Json.Serialization;
using Sigma.Engine.Rules;
using Sigma.Streams.Judging;
using Sigma.Streams.Reloading;
using Sigma.Streams.RuleFiles;

namespace Sigma.Streams.Serving;

/// <summary>The rules in use, with their counts, and the problems of others.</summary>
internal sealed class RuleViews(Judge judge, RuleCounts counts, RuleStore store)
{
    public RulesView All()
    {
        var rules = judge.Rules.Rules;
        var whyNot = judge.Seen.WhyNot();
        var reasons = new Dictionary<SigmaDocument, string?>(ReferenceEqualityComparer.Instance);
        foreach (var (rule, reason) in rules.Rules.Zip(whyNot))
        {
            reasons[rule] = reason;
        }

        foreach (var rule in rules.Correlations)
        {
            reasons[rule] = WhyNot(rule, reasons);
        }

        return new(
            [.. rules.Rules.Select(rule => View(rule, "rule", rule.Level, rule.Alerts, reasons[rule])),
                .. rules.Correlations.Select(rule => View(rule, "correlation", rule.Level, rule.Alerts, reasons[rule]))],
            [.. store.Problems.Select(ProblemView.Of)],
            store.Refused);
    }

    /// <summary>A correlation over an order needs all of its rules; any other needs at least one.</summary>
    private static string? WhyNot(CorrelationRule rule, Dictionary<SigmaDocument, string?> reasons)
    {
        var referred = reasons.Where(pair => rule.RefersTo(pair.Key)).ToList();
        var unable = referred.Where(pair => pair.Value is not null).Select(pair => pair.Key.Title).ToList();
        var needsAll = rule.Type is CorrelationType.Temporal or CorrelationType.TemporalOrdered && rule.Bounds.Count == 0;
        return unable.Count == 0 || (!needsAll && unable.Count < referred.Count) ? null : $"It needs {string.Join(", ", unable)}.";
    }

    private RuleView View(SigmaDocument rule, string kind, string? level, bool alerts, string? reason)
    {
        var (matches, last) = counts.Of(rule.Key);
        return new(rule.Key, rule.Title, level, kind, rule.File, rule.At.Line, alerts, matches, last, matches > 0 ? null : reason);
    }
}

/// <param name="Rules">In the order of the files, correlations last.</param>
/// <param name="Problems">Documents that were refused, and warnings.</param>
/// <param name="Refused">Why the last change is not in use; null when it is.</param>
internal sealed record RulesView(IReadOnlyList<RuleView> Rules, IReadOnlyList<ProblemView> Problems, string? Refused);

/// <param name="Id">Its name in alerts.</param>
/// <param name="Title">Its title.</param>
/// <param name="Level">Null when it has none.</param>
/// <param name="Kind"><c>rule</c> or <c>correlation</c>.</param>
/// <param name="File">The file.</param>
/// <param name="Line">The line in the file.</param>
/// <param name="Alerts">False when only correlations use it.</param>
/// <param name="Matches">Since the start.</param>
/// <param name="Last">The time of the last event for which it fired.</param>
/// <param name="CannotFire">Why it cannot fire on the records seen; null when it can.</param>
internal sealed record RuleView(
    string Id,
    string Title,
    string? Level,
    string Kind,
    string File,
    int Line,
    bool Alerts,
    long Matches,
    DateTimeOffset? Last,
    string? CannotFire)
{
    /// <summary>The text of its file; null in lists, and when the file has other rules too.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Text { get; init; }
}
