namespace Sigma.Engine.Rules;

/// <summary>A file of rules.</summary>
/// <param name="File">Its name, for messages.</param>
/// <param name="Text">Its content.</param>
public sealed record RuleText(string File, string Text);

/// <summary>What was loaded, in the order of the files.</summary>
/// <param name="Rules">With the filters joined.</param>
/// <param name="Correlations">Each after those that it refers to.</param>
/// <param name="Filters">The filters that were read.</param>
/// <param name="Problems">Whatever was refused, and warnings.</param>
public sealed record RuleSet(
    IReadOnlyList<SigmaRule> Rules,
    IReadOnlyList<CorrelationRule> Correlations,
    IReadOnlyList<FilterRule> Filters,
    IReadOnlyList<RuleProblem> Problems)
{
    public bool HasErrors => Problems.Any(problem => problem.IsError);
}
