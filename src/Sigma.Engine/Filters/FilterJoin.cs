using Sigma.Engine.Detections;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Filters;

/// <summary>
/// Joins filters to the rules that they name: both conditions have to hold, that of the filter as it is written. Suppression is therefore
/// written <c>not selection</c>.
/// </summary>
internal static class FilterJoin
{
    public static IReadOnlyList<SigmaRule> Apply(
        IReadOnlyList<SigmaRule> rules, IReadOnlyList<FilterRule> filters, List<RuleProblem> problems)
    {
        foreach (var filter in filters)
        {
            foreach (var (reference, at) in filter.Rules ?? [])
            {
                if (!rules.Any(rule => rule.IsCalled(reference)))
                {
                    problems.Add(new(
                        filter.File, at, "filter", $"No rule is called {reference}: the filter does not apply to it.", IsError: false));
                }
            }
        }

        return filters.Count == 0 ? rules : [.. rules.Select(rule => Apply(rule, filters))];
    }

    private static SigmaRule Apply(SigmaRule rule, IReadOnlyList<FilterRule> filters)
    {
        var joined = filters.Where(filter => filter.AppliesTo(rule)).ToList();
        return joined.Count == 0 ? rule : rule with
        {
            Condition = new AllOfNode([rule.Condition, .. joined.Select(filter => new NamedNode(filter.Title, filter.Condition))]),
            Fingerprint = Fingerprints.Join([rule.Fingerprint, .. joined.Select(filter => filter.Fingerprint)]),
        };
    }
}
