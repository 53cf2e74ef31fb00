using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>A file of rules.</summary>
/// <param name="File">Its name, for messages.</param>
/// <param name="Text">Its content.</param>
public sealed record RuleText(string File, string Text)
{
    /// <summary>For documents that were made from others: the line of each, and of its origin. Null: they stand where they did.</summary>
    public IReadOnlyList<(int Line, int Origin)>? Origins { get; init; }

    /// <summary>Where a person finds what is at a position of the text.</summary>
    public SourcePosition OriginOf(SourcePosition at) =>
        Origins is null ? at : new(Origins.LastOrDefault(one => one.Line <= at.Line, (Line: 1, Origin: 1)).Origin, 1);
}

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
