namespace Sigma.Engine.Rules;

/// <summary>A file of rules.</summary>
/// <param name="File">Its name, for messages.</param>
/// <param name="Text">Its content.</param>
public sealed record RuleText(string File, string Text);

/// <summary>The loaded documents, in the order of the files.</summary>
/// <param name="Rules">The rules, with their filters.</param>
/// <param name="Correlations">Each after those that it refers to.</param>
/// <param name="Filters">The filters that were read.</param>
/// <param name="Problems">Errors and warnings.</param>
public sealed record RuleSet(
    IReadOnlyList<SigmaRule> Rules,
    IReadOnlyList<CorrelationRule> Correlations,
    IReadOnlyList<FilterRule> Filters,
    IReadOnlyList<RuleProblem> Problems)
{
    public bool HasErrors => Problems.Any(problem => problem.IsError);
}
