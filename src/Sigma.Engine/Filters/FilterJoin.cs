using Sigma.Engine.Detections;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Filters;

/// <summary>
/// Adds filters to the rules that they name: both conditions have to be true, that of the filter as it is written. Suppression is therefore
/// written <c>not selection</c>.
/// </summary>
internal static class FilterJoin
{
    /// <summary>Refuses filters none of whose rules exist, because their author relies on them.</summary>
    /// <returns>The others.</returns>
    public static IReadOnlyList<FilterRule> Refuse(
        IReadOnlyList<FilterRule> filters, IReadOnlyList<SigmaRule> rules, List<RuleProblem> problems)
    {
        var kept = new List<FilterRule>();
        foreach (var filter in filters)
        {
            var unknown = (filter.Rules ?? []).Where(named => !rules.Any(rule => rule.IsCalled(named.Reference))).ToList();
            if (unknown.Count > 0 && unknown.Count == filter.Rules!.Count)
            {
                problems.Add(new(filter.File, unknown[0].At, "filter",
                    $"No rule is called {string.Join(", ", unknown.Select(named => named.Reference))}: the filter applies to none. "
                    + "Write the id or the name of one that is loaded.", IsError: true));
                continue;
            }

            kept.Add(filter);
            problems.AddRange(unknown.Select(named => new RuleProblem(filter.File, named.At, "filter",
                $"No rule is called {named.Reference}: the filter does not apply to it.", IsError: false)));
        }

        return kept;
    }

    public static IReadOnlyList<SigmaRule> Apply(IReadOnlyList<SigmaRule> rules, IReadOnlyList<FilterRule> filters) =>
        filters.Count == 0 ? rules : [.. rules.Select(rule => Apply(rule, filters))];

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
