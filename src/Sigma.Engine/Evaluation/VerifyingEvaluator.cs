using Sigma.Engine.Mapping;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Evaluation;

/// <summary>
/// Runs two evaluators, and reports differences: they have to agree on what a record is, which rules fire, by which values, and in which
/// order.
/// </summary>
/// <param name="first">The evaluator whose verdicts are returned.</param>
/// <param name="second">The evaluator to compare with.</param>
/// <param name="rules">For their titles.</param>
public sealed class VerifyingEvaluator(IRecordEvaluator first, IRecordEvaluator second, RuleSet rules) : IRecordEvaluator
{
    /// <summary>The difference on the last record; null when they agree.</summary>
    public string? Difference { get; private set; }

    public EventSource LogSource => first.LogSource;

    public EventMapping Mapping => first.Mapping;

    public RecordVerdict Evaluate(ReadOnlyMemory<byte> record)
    {
        var (verdict, other) = (first.Evaluate(record), second.Evaluate(record));
        var (described, otherDescribed) = (Describe(verdict, first), Describe(other, second));
        Difference = described == otherDescribed ? null : $"one says {described}; the other says {otherDescribed}.";
        return verdict;
    }

    public string? FirstText(string field) => first.FirstText(field);

    private string Describe(RecordVerdict verdict, IRecordEvaluator evaluator) => verdict.Death is not null
        ? "no record"
        : $"{evaluator.LogSource}, {string.Join("; ", verdict.Matches.Select(Describe))}";

    private string Describe(RuleMatch match) =>
        $"{rules.Rules[match.Rule].Title} (rule {match.Rule}) by {string.Join(", ", match.Fields)} "
        + $"and {string.Join(", ", match.Captures.Select(capture => $"{capture.Key}={capture.Value}"))}";
}
