using Sigma.Engine.Rules;

namespace Sigma.Streams.RuleFiles;

/// <summary>What was read where rules come from.</summary>
/// <param name="Texts">In the order in which rules are loaded.</param>
/// <param name="Problems">What could not be read.</param>
internal sealed record RuleTexts(IReadOnlyList<RuleText> Texts, IReadOnlyList<RuleProblem> Problems)
{
    public static RuleTexts None { get; } = new([], []);
}
