using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>Changes rules before they are evaluated, so that they fit other events.</summary>
public sealed class Pipeline
{
    private readonly IReadOnlyList<PipelineStep> _steps;

    internal Pipeline(
        string name, int priority, IReadOnlyList<PipelineStep> steps, IReadOnlyDictionary<string, IReadOnlyList<string>> placeholders) =>
        (Name, Priority, _steps, Placeholders) = (name, priority, steps, placeholders);

    public string Name { get; }

    /// <summary>Pipelines of lower numbers come first.</summary>
    public int Priority { get; }

    /// <summary>The values that it has for placeholders.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Placeholders { get; }

    internal ulong Fingerprint { get; init; }

    /// <summary>Applies pipelines in the order of their priorities.</summary>
    /// <param name="pipelines">The pipelines.</param>
    /// <param name="rules">The rules.</param>
    /// <param name="problems">Gets the rules that a pipeline refuses.</param>
    internal static IReadOnlyList<SigmaRule> Apply(
        IReadOnlyList<Pipeline> pipelines, IReadOnlyList<SigmaRule> rules, List<RuleProblem> problems)
    {
        if (pipelines.Count == 0)
        {
            return rules;
        }

        var ordered = pipelines.OrderBy(pipeline => pipeline.Priority).ToList();
        var applied = new List<SigmaRule>(rules.Count);
        foreach (var rule in rules)
        {
            var run = new PipelineRun(rule);
            foreach (var step in ordered.SelectMany(pipeline => pipeline._steps))
            {
                step.Apply(run);
            }

            if (run.Refused is { } reason)
            {
                problems.Add(new(rule.File, rule.At, "pipeline", $"{rule.Title}: {reason}", IsError: true));
                continue;
            }

            applied.Add(run.Rule with
            {
                Fingerprint = Fingerprints.Join([rule.Fingerprint, .. ordered.Select(pipeline => pipeline.Fingerprint)]),
            });
        }

        return applied;
    }

    /// <summary>Renames the fields of a correlation as those of rules, by the steps without conditions.</summary>
    internal static CorrelationRule Apply(IReadOnlyList<Pipeline> pipelines, CorrelationRule rule)
    {
        if (pipelines.Count == 0)
        {
            return rule;
        }

        var steps = pipelines.OrderBy(pipeline => pipeline.Priority).SelectMany(pipeline => pipeline._steps)
            .Where(step => step.RuleConditions.Conditions.Count == 0).ToList();
        return rule with
        {
            GroupBy = [.. rule.GroupBy.Select(name => rule.Aliases.ContainsKey(name) ? name : NameOf(name))],
            ValueFields = [.. rule.ValueFields.Select(name => rule.Aliases.ContainsKey(name) ? name : NameOf(name))],
            Aliases = rule.Aliases.ToDictionary(
                alias => alias.Key,
                IReadOnlyList<(string Reference, SourcePosition At, string Field)> (alias) =>
                    [.. alias.Value.Select(field => (field.Reference, field.At, NameOf(field.Field)))]),
            Fingerprint = Fingerprints.Join([rule.Fingerprint, .. pipelines.Select(pipeline => pipeline.Fingerprint)]),
        };

        string NameOf(string field) => steps.Aggregate(field, (name, step) => step.Change.NamesOf(name) is [var first, ..] ? first : name);
    }
}
