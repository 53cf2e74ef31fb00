using System.Text.RegularExpressions;
using Sigma.Engine.Detections;
using Sigma.Engine.Patterns;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Pipelines;

/// <summary>Gives fields other names; a field with several names fires by any of them.</summary>
/// <param name="Names">The names of a field; null when it stays.</param>
internal sealed record Renaming(Func<string, IReadOnlyList<string>?> Names) : ItemChange
{
    public override IReadOnlyList<string>? NamesOf(string field) => Names(field);

    protected override DetectionNode Change(PipelineRun run, DetectionItem item)
    {
        if (item.Field is not { } field || Names(field) is not { Count: > 0 } names)
        {
            return item.Node;
        }

        var nodes = names.Select(name => DetectionTree.MapLeaves(item.Node, leaf => leaf with { Field = name })).ToList();
        return nodes.Count == 1 ? nodes[0] : new AnyOfNode(nodes);
    }
}

internal sealed record Dropping : ItemChange
{
    protected override DetectionNode? Change(PipelineRun run, DetectionItem item) => null;
}

/// <summary>Changes texts that are compared.</summary>
/// <param name="Texts">The texts in the place of one, each as a rule writes it; null when it stays.</param>
internal sealed record TextChange(Func<string, IReadOnlyList<string>?> Texts) : ItemChange
{
    protected override DetectionNode Change(PipelineRun run, DetectionItem item) => DetectionTree.MapLeaves(item.Node, leaf =>
    {
        if (leaf.Test is not TextTest test || Texts($"{test.Pattern}") is not { Count: > 0 } texts)
        {
            return leaf;
        }

        DetectionNode[] nodes = [.. texts.Select(text => leaf with { Test = test with { Pattern = TextPattern.Parse(text) } })];
        return nodes.Length == 1 ? nodes[0] : new AnyOfNode(nodes);
    });
}

/// <summary>Puts one value in the place of all.</summary>
internal sealed record ValueChange(ValueTest Test) : ItemChange
{
    protected override DetectionNode Change(PipelineRun run, DetectionItem item) => item.Values[0] with { Test = Test };
}

/// <summary>Adds a condition to the rule's own.</summary>
/// <param name="Name">Its name, as <c>explain</c> shows it.</param>
/// <param name="Condition">The condition for a rule: a template depends on its log source.</param>
/// <param name="IsNegated">Whether it must not hold.</param>
internal sealed record Addition(string Name, Func<SigmaRule, DetectionNode> Condition, bool IsNegated) : RuleChange
{
    public override void Apply(PipelineRun run, Func<DetectionItem, bool> covers)
    {
        DetectionNode added = new NamedNode(Name, Condition(run.Rule));
        run.Rule = run.Rule with { Condition = new AllOfNode([IsNegated ? new NotNode(added) : added, run.Rule.Condition]) };
    }
}

internal sealed record SourceChange(LogSource Source) : RuleChange
{
    public override void Apply(PipelineRun run, Func<DetectionItem, bool> covers) => run.Rule = run.Rule with { LogSource = Source };
}

internal sealed record Note(string Key, string Value) : RuleChange
{
    public override void Apply(PipelineRun run, Func<DetectionItem, bool> covers) => run.State[Key] = Value;
}

/// <summary>Refuses the rule, or those with an item for which the conditions hold.</summary>
internal sealed record Veto(string Message, bool IsOfItem) : RuleChange
{
    public override void Apply(PipelineRun run, Func<DetectionItem, bool> covers)
    {
        if (!IsOfItem || DetectionTree.Items(run.Rule.Condition).Any(covers))
        {
            run.Refused = Message;
        }
    }
}

/// <summary>Steps within a step.</summary>
internal sealed record Nest(IReadOnlyList<PipelineStep> Steps) : RuleChange
{
    public override void Apply(PipelineRun run, Func<DetectionItem, bool> covers)
    {
        foreach (var step in Steps)
        {
            step.Apply(run);
        }
    }
}

/// <summary>Something that does not concern the evaluation, such as the fields of a query's table.</summary>
internal sealed record Nothing : RuleChange
{
    public override void Apply(PipelineRun run, Func<DetectionItem, bool> covers)
    {
        // The rule fires on the same events as before.
    }
}

/// <summary>An expression of a pipeline, which has a time limit, because files may come from elsewhere.</summary>
internal static class PipelineExpression
{
    private static readonly TimeSpan Timeout = TimeSpan.FromMilliseconds(100);

    public static Regex Of(string text) => new(text, RegexOptions.CultureInvariant, Timeout);
}
