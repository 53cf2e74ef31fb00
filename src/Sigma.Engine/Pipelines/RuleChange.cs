using Sigma.Engine.Detections;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Pipelines;

/// <summary>What a step does to a rule.</summary>
internal abstract record RuleChange
{
    /// <param name="run">The rule.</param>
    /// <param name="step">The step, with its conditions for items and fields.</param>
    public abstract void Apply(PipelineRun run, PipelineStep step);

    /// <summary>The names that a field has afterwards; null when they stay.</summary>
    public virtual IReadOnlyList<string>? NamesOf(string field) => null;
}

/// <summary>Changes items by themselves.</summary>
internal abstract record ItemChange : RuleChange
{
    public override void Apply(PipelineRun run, PipelineStep step)
    {
        if (run.Document is not SigmaRule rule)
        {
            return;
        }

        var condition = DetectionTree.Map(rule.Condition, item =>
        {
            if (!step.Covers(run, item))
            {
                return item;
            }

            var changed = Change(run, step, item);
            return step.Id is { } id && changed is not null && !ReferenceEquals(changed, item) ? DetectionTree.Mark(changed, id) : changed;
        });
        if (condition is null)
        {
            run.Refuse("A pipeline drops everything that the rule looks for.");
        }
        else
        {
            run.Document = rule with { Condition = condition };
        }
    }

    /// <returns>What stands in the item's place: the item itself when nothing changes, null to drop it.</returns>
    protected abstract DetectionNode? Change(PipelineRun run, PipelineStep step, ItemNode item);
}
