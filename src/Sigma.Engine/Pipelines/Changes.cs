using Sigma.Engine.Detections;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>Adds a condition to the rule's own.</summary>
/// <param name="Condition">The condition for a rule, because a template depends on its log source; null when it is refused.</param>
/// <param name="IsNegated">Whether it must not hold.</param>
internal sealed record Addition(Func<SigmaRule, DetectionNode?> Condition, bool IsNegated) : RuleChange
{
    public override void Apply(PipelineRun run, PipelineStep step)
    {
        if (run.Document is SigmaRule rule && Condition(rule) is { } added)
        {
            run.Document = rule with { Condition = new AllOfNode([IsNegated ? new NotNode(added) : added, rule.Condition]) };
        }
    }
}

internal sealed record SourceChange(LogSource Source) : RuleChange
{
    public override void Apply(PipelineRun run, PipelineStep step)
    {
        if (run.Document is SigmaRule rule)
        {
            run.Document = rule with { LogSource = Source };
            run.Sources = [Source];
        }
    }
}

/// <summary>Notes a value for the conditions of later steps.</summary>
/// <param name="Key">Its name.</param>
/// <param name="Value">The value, or a list.</param>
/// <param name="IsAttribute">Whether it is an attribute of the rule.</param>
internal sealed record Note(string Key, YamlNode Value, bool IsAttribute) : RuleChange
{
    public override void Apply(PipelineRun run, PipelineStep step) => (IsAttribute ? run.Attributes : run.State)[Key] = Value;
}

/// <summary>Refuses the rule, or those with an item for which the conditions hold.</summary>
internal sealed record Veto(string Message, bool IsOfItem) : RuleChange
{
    public override void Apply(PipelineRun run, PipelineStep step)
    {
        if (!IsOfItem || DetectionTree.Items(run.Condition).Any(item => step.Covers(run, item)))
        {
            run.Refuse(Message);
        }
    }
}

/// <summary>Refuses a rule with a field that no step has renamed.</summary>
internal sealed record StrictMapping : RuleChange
{
    public override void Apply(PipelineRun run, PipelineStep step)
    {
        List<string> names = [.. DetectionTree.Items(run.Condition).Select(item => item.Field).OfType<string>().Except(run.Renamed)];
        if (names.Count > 0)
        {
            run.Refuse($"No pipeline maps the fields {string.Join(", ", names)}. Add them to a field_name_mapping.");
        }
    }
}

/// <summary>Steps within a step.</summary>
internal sealed record Nest(IReadOnlyList<PipelineStep> Steps) : RuleChange
{
    public override void Apply(PipelineRun run, PipelineStep step)
    {
        foreach (var inner in Steps)
        {
            inner.Apply(run);
        }
    }
}

/// <summary>Something that does not concern the evaluation, such as the fields of a query's table.</summary>
internal sealed record Nothing : RuleChange
{
    public override void Apply(PipelineRun run, PipelineStep step)
    {
        // The rule fires on the same events as before.
    }
}
