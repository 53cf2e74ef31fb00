using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>The fields that correlations need from the rules that they refer to.</summary>
public sealed class CorrelationFields
{
    private readonly Dictionary<SigmaDocument, IReadOnlyList<string>> _fields = new(ReferenceEqualityComparer.Instance);

    public CorrelationFields(RuleSet rules)
    {
        foreach (var rule in rules.Rules)
        {
            var referring = rules.Correlations.Where(other => other.RefersTo(rule)).ToList();
            if (referring.Count > 0)
            {
                _fields[rule] = [.. referring.SelectMany(other => other.FieldsOf(rule)).Distinct()];
            }
        }
    }

    public IEnumerable<string> All => _fields.Values.SelectMany(fields => fields).Distinct();

    /// <returns>Null when no correlation refers to the rule.</returns>
    public IReadOnlyList<string>? Of(SigmaRule rule) => _fields.GetValueOrDefault(rule);
}
