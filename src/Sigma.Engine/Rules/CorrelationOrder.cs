namespace Sigma.Engine.Rules;

/// <summary>Sorts correlations after what they refer to, and refuses those that refer to nothing or to themselves.</summary>
internal static class CorrelationOrder
{
    /// <summary>
    /// A match stores the values of all fields that correlations need from its rule, and the match log counts them in a byte.
    /// </summary>
    public const int MaxFieldsOfARule = 255;

    public static IReadOnlyList<CorrelationRule> Sort(
        IReadOnlyList<SigmaRule> rules, IReadOnlyList<CorrelationRule> correlations, List<RuleProblem> problems)
    {
        var sorted = new List<CorrelationRule>();
        var waiting = WithinFields(rules, WithKnownAliases(rules, correlations, problems), problems);
        for (var moved = true; moved;)
        {
            var ready = waiting.FindAll(waits => waits.References.All(reference => Known(rules, sorted, reference.Reference)));
            moved = ready.Count > 0;
            sorted.AddRange(ready);
            waiting.RemoveAll(ready.Contains);
        }

        foreach (var waits in waiting)
        {
            var (reference, at) = waits.References.First(reference => !Known(rules, sorted, reference.Reference));
            problems.Add(new(waits.File, at, "reference", correlations.Any(other => other.IsCalled(reference))
                ? $"{reference} leads back to this correlation, or is refused itself."
                : $"No rule is called {reference}. Write the id or the name of one that is loaded.", IsError: true));
        }

        return WithReferences(rules, sorted);
    }

    private static List<CorrelationRule> WithKnownAliases(
        IReadOnlyList<SigmaRule> rules, IReadOnlyList<CorrelationRule> correlations, List<RuleProblem> problems)
    {
        var known = new List<CorrelationRule>();
        foreach (var correlation in correlations)
        {
            // An alias may name a rule by its name while the correlation uses its id, or vice versa.
            var referred = rules.Cast<SigmaDocument>().Concat(correlations).Where(correlation.RefersTo);
            var unknown = correlation.Aliases.Values.SelectMany(fields => fields).Where(alias =>
                !correlation.References.Any(reference => reference.Reference == alias.Reference)
                && !referred.Any(document => document.IsCalled(alias.Reference))).ToList();
            if (unknown is not [var (name, at, _), ..])
            {
                known.Add(correlation);
                continue;
            }

            problems.Add(new(correlation.File, at, "alias",
                $"The correlation does not refer to {name}. Write one of its rules: "
                + $"{string.Join(", ", correlation.References.Select(reference => reference.Reference))}.", IsError: true));
        }

        return known;
    }

    private static List<CorrelationRule> WithinFields(
        IReadOnlyList<SigmaRule> rules, IReadOnlyList<CorrelationRule> correlations, List<RuleProblem> problems)
    {
        var asked = new Dictionary<SigmaRule, HashSet<string>>(ReferenceEqualityComparer.Instance);
        var within = new List<CorrelationRule>();
        foreach (var correlation in correlations)
        {
            List<(SigmaRule Rule, HashSet<string> Fields)> referred = [.. rules.Where(correlation.RefersTo)
                .Select(rule => (rule, (HashSet<string>)[.. asked.GetValueOrDefault(rule) ?? [], .. correlation.FieldsOf(rule)]))];
            if (referred.Find(asking => asking.Fields.Count > MaxFieldsOfARule) is { Rule: { } overasked })
            {
                problems.Add(new(correlation.File, correlation.At, "group-by",
                    $"Correlations need more than {MaxFieldsOfARule} fields of {overasked.Title}. Group by fewer.", IsError: true));
                continue;
            }

            within.Add(correlation);
            foreach (var (rule, fields) in referred)
            {
                asked[rule] = fields;
            }
        }

        return within;
    }

    /// <summary>A correlation counts as changed when a rule that it refers to has changed.</summary>
    private static List<CorrelationRule> WithReferences(IReadOnlyList<SigmaRule> rules, List<CorrelationRule> sorted)
    {
        for (var i = 0; i < sorted.Count; i++)
        {
            var correlation = sorted[i];
            var referred = rules.Cast<SigmaDocument>().Concat(sorted.Take(i))
                .Where(correlation.RefersTo)
                .Select(document => document.Fingerprint);
            sorted[i] = correlation with { Fingerprint = Fingerprints.Join([correlation.Fingerprint, .. referred]) };
        }

        return sorted;
    }

    /// <summary>A rule that a correlation refers to does not alert by itself, unless a correlation says <c>generate</c>.</summary>
    public static (IReadOnlyList<SigmaRule> Rules, IReadOnlyList<CorrelationRule> Correlations) Silence(
        IReadOnlyList<SigmaRule> rules, IReadOnlyList<CorrelationRule> correlations)
    {
        return ([.. rules.Select(rule => rule with { Alerts = Alerts(rule) })],
            [.. correlations.Select(rule => rule with { Alerts = Alerts(rule) })]);

        bool Alerts(SigmaDocument document)
        {
            var referring = correlations.Where(other => other.RefersTo(document)).ToList();
            return referring.Count == 0 || referring.Exists(other => other.Generate);
        }
    }

    private static bool Known(IReadOnlyList<SigmaRule> rules, List<CorrelationRule> sorted, string reference) =>
        rules.Any(rule => rule.IsCalled(reference)) || sorted.Exists(rule => rule.IsCalled(reference));
}
