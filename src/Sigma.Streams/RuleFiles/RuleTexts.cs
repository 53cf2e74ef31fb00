using Sigma.Engine.Rules;

namespace Sigma.Streams.RuleFiles;

/// <summary>The rules that were read from an origin.</summary>
/// <param name="Texts">In the order in which rules are loaded.</param>
/// <param name="Problems">Files that could not be read.</param>
internal sealed record RuleTexts(IReadOnlyList<RuleText> Texts, IReadOnlyList<RuleProblem> Problems)
{
    public static RuleTexts None { get; } = new([], []);
}
