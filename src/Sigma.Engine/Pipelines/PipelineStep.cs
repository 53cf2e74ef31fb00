using Sigma.Engine.Detections;

namespace Sigma.Engine.Pipelines;

/// <summary>A transformation of a pipeline, and on what it is applied.</summary>
/// <param name="Id">Its id; null without one.</param>
/// <param name="Change">The transformation.</param>
/// <param name="RuleConditions">On which rules.</param>
/// <param name="ItemConditions">On which detection items.</param>
/// <param name="FieldConditions">On which fields.</param>
internal sealed record PipelineStep(
    string? Id,
    RuleChange Change,
    ConditionGroup<PipelineRun> RuleConditions,
    ConditionGroup<(PipelineRun Run, DetectionItem Item)> ItemConditions,
    ConditionGroup<(PipelineRun Run, string? Field)> FieldConditions)
{
    public void Apply(PipelineRun run)
    {
        if (run.Refused is null && RuleConditions.Holds(run))
        {
            Change.Apply(run, item => ItemConditions.Holds((run, item)) && FieldConditions.Holds((run, item.Field)));
            if (Id is not null)
            {
                run.Applied.Add(Id);
            }
        }
    }
}

/// <summary>Conditions that are joined by and, or by or.</summary>
internal sealed record ConditionGroup<T>(IReadOnlyList<Func<T, bool>> Conditions, bool IsAny, bool IsNegated)
{
    public static ConditionGroup<T> None { get; } = new([], false, false);

    public bool Holds(T subject) => Conditions.Count == 0
        || (IsAny ? Conditions.Any(condition => condition(subject)) : Conditions.All(condition => condition(subject))) != IsNegated;
}

/// <summary>What a step does to a rule.</summary>
internal abstract record RuleChange
{
    /// <param name="run">The rule.</param>
    /// <param name="covers">Whether the conditions hold for an item.</param>
    public abstract void Apply(PipelineRun run, Func<DetectionItem, bool> covers);

    /// <summary>The names that a field has afterwards; null when they stay.</summary>
    public virtual IReadOnlyList<string>? NamesOf(string field) => null;
}

/// <summary>Changes items by themselves.</summary>
internal abstract record ItemChange : RuleChange
{
    public sealed override void Apply(PipelineRun run, Func<DetectionItem, bool> covers)
    {
        var condition = DetectionTree.Map(run.Rule.Condition, item => covers(item) ? Change(run, item) : item.Node);
        if (condition is null)
        {
            run.Refused ??= "A pipeline drops everything that the rule looks for.";
        }
        else
        {
            run.Rule = run.Rule with { Condition = condition };
        }
    }

    protected abstract DetectionNode? Change(PipelineRun run, DetectionItem item);
}
