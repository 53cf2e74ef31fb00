namespace Sigma.Engine.Evaluation;

/// <summary>The result for one record.</summary>
/// <param name="Death">Why the input is not a record; null when it is.</param>
/// <param name="Matches">The rules that fire, in order.</param>
public sealed record RecordVerdict(DeathReason? Death, IReadOnlyList<RuleMatch> Matches)
{
    public static RecordVerdict NoMatch { get; } = new(null, []);
}

/// <param name="Rule">Its place in the set of rules.</param>
/// <param name="Fields">The values by which it fired, in the order of the rule; each field once.</param>
/// <param name="Captures">Named groups of its regular expressions, each once.</param>
public sealed record RuleMatch(int Rule, IReadOnlyList<MatchedField> Fields, IReadOnlyList<KeyValuePair<string, string>> Captures);

/// <param name="Name">The name in the rule.</param>
/// <param name="Text">The record's text, without JSON's escapes.</param>
/// <param name="IsText">A JSON string; otherwise a number or a boolean.</param>
public sealed record MatchedField(string Name, string Text, bool IsText);
