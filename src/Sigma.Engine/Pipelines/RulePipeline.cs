using Sigma.Engine.Rules;

namespace Sigma.Engine.Pipelines;

/// <summary>Changes rules before they are evaluated, so that they fit other events.</summary>
public sealed class RulePipeline
{
    private readonly IReadOnlyList<PipelineStep> _steps;

    internal RulePipeline(
        string name, int priority, IReadOnlyList<PipelineStep> steps, IReadOnlyDictionary<string, IReadOnlyList<string>> placeholders) =>
        (Name, Priority, _steps, Placeholders) = (name, priority, steps, placeholders);

    public string Name { get; }

    /// <summary>Pipelines of lower numbers come first.</summary>
    public int Priority { get; }

    /// <summary>The values that it has for placeholders.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Placeholders { get; }

    internal ulong Fingerprint { get; init; }

    /// <summary>Whether placeholders without values wait for it.</summary>
    internal bool ReplacesPlaceholders { get; init; }

    /// <summary>Applies pipelines in the order of their priorities: to rules first, because correlations ask for their rules.</summary>
    /// <param name="pipelines">The pipelines, at least one.</param>
    /// <param name="rules">The rules.</param>
    /// <param name="correlations">The correlations.</param>
    /// <param name="problems">Gets the rules that a pipeline refuses.</param>
    internal static (IReadOnlyList<SigmaRule> Rules, IReadOnlyList<CorrelationRule> Correlations) Apply(
        IReadOnlyList<RulePipeline> pipelines, IReadOnlyList<SigmaRule> rules, IReadOnlyList<CorrelationRule> correlations,
        List<RuleProblem> problems)
    {
        var ordered = pipelines.OrderBy(pipeline => pipeline.Priority).ToList();
        var steps = ordered.SelectMany(pipeline => pipeline._steps).ToList();
        var changed = rules.Select(rule => Apply(rule, [rule.LogSource])).OfType<SigmaRule>()
            .Select(rule => rule with { Condition = DetectionTree.WithoutItems(rule.Condition) }).ToList();
        var inner = new Dictionary<CorrelationRule, List<CorrelationRule>>(
            correlations.Select(rule => KeyValuePair.Create(rule, correlations.Where(rule.RefersTo).ToList())),
            ReferenceEqualityComparer.Instance);
        return (changed, [.. correlations.Select(rule => Apply(rule, SourcesOf(rule))).OfType<CorrelationRule>()]);

        SigmaDocument? Apply(SigmaDocument document, IReadOnlyList<LogSource> sources)
        {
            var run = new PipelineRun(document, sources);
            steps.ForEach(step => step.Apply(run));
            if (DetectionTree.Leaves(run.Condition).Select(leaf => Rules.Placeholders.WaitingIn($"{leaf.Test}")).FirstOrDefault(
                name => name is not null) is { } unknown)
            {
                run.Refuse(Rules.Placeholders.Unknown(unknown));
            }

            if (run.Refused is { } reason)
            {
                problems.Add(new(document.File, document.At, "pipeline", $"{document.Title}: {reason}", IsError: true));
                return null;
            }

            return run.Document with
            {
                Text = null,
                Fingerprint = Fingerprints.Join([document.Fingerprint, .. ordered.Select(pipeline => pipeline.Fingerprint)]),
            };
        }

        // Correlations may share others, on more paths than can be walked.
        List<LogSource> SourcesOf(CorrelationRule correlation)
        {
            var found = new HashSet<CorrelationRule>(ReferenceEqualityComparer.Instance) { correlation };
            var open = new Queue<CorrelationRule>(found);
            while (open.TryDequeue(out var next))
            {
                inner[next].Where(found.Add).ToList().ForEach(open.Enqueue);
            }

            return [.. changed.Where(rule => found.Any(one => one.RefersTo(rule))).Select(rule => rule.LogSource)];
        }
    }
}
