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
    ConditionGroup<ItemSubject> ItemConditions,
    ConditionGroup<FieldSubject> FieldConditions)
{
    /// <summary>Steps that give a field several names, one after the other, multiply what a rule tests.</summary>
    private const int MaxTests = 100_000;

    public void Apply(PipelineRun run)
    {
        if (run.Refused is null && RuleConditions.Holds(run))
        {
            Change.Apply(run, this);
            if (Id is not null)
            {
                run.Applied.Add(Id);
            }

            if (DetectionTree.Leaves(run.Condition).Skip(MaxTests).Any())
            {
                run.Refuse($"Pipelines make more than {MaxTests} tests of it{(Id is null ? "" : $", at the step {Id}")}. "
                    + "Let only one of their steps give a field several names.");
            }
        }
    }

    /// <summary>Whether it changes an item: by its field, or by a field that its values refer to.</summary>
    public bool Covers(PipelineRun run, ItemNode item) => ItemConditions.Holds(new(run, item)) && FieldConditions.Holds(new(run,
        [item.Field, .. DetectionTree.Leaves(item.Node).Select(leaf => leaf.Test).OfType<FieldReferenceTest>().Select(test => test.Other)],
        item));

    /// <summary>Whether it changes the name of a field.</summary>
    /// <param name="run">The rule.</param>
    /// <param name="field">Null for keywords.</param>
    /// <param name="item">Where it stands; null outside of detections.</param>
    public bool Covers(PipelineRun run, string? field, ItemNode? item) => FieldConditions.Holds(new(run, [field], item));
}

/// <summary>What conditions of items are asked about.</summary>
internal readonly record struct ItemSubject(PipelineRun Run, ItemNode Item);

/// <summary>What conditions of field names are asked about.</summary>
/// <param name="Run">The rule.</param>
/// <param name="Names">The name, and those that values refer to; null for keywords.</param>
/// <param name="Item">Where it stands; null outside of detections.</param>
internal readonly record struct FieldSubject(PipelineRun Run, IReadOnlyList<string?> Names, ItemNode? Item);

/// <summary>Conditions that are joined.</summary>
/// <param name="Condition">Null when there are none.</param>
internal sealed record ConditionGroup<T>(Func<T, bool>? Condition)
{
    public bool Holds(T subject) => Condition is null || Condition(subject);
}
