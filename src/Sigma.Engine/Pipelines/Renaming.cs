using Sigma.Engine.Detections;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>Gives fields other names; a field with several names fires by any of them.</summary>
/// <param name="Names">The names of a field, or of keywords (null); null when it stays.</param>
internal sealed record Renaming(Func<string?, IReadOnlyList<string>?> Names) : ItemChange
{
    public override void Apply(PipelineRun run, PipelineStep step)
    {
        base.Apply(run, step);
        if (run.Document is CorrelationRule correlation)
        {
            run.Document = correlation with
            {
                GroupBy = [.. correlation.GroupBy.Select(NameOf)],
                ValueFields = [.. correlation.ValueFields.Select(NameOf)],
                Aliases = correlation.Aliases.ToDictionary(
                    alias => alias.Key,
                    IReadOnlyList<(string Reference, SourcePosition At, string Field)> (alias) =>
                        [.. alias.Value.Select(field => (field.Reference, field.At, NewName(field.Field)))]),
            };

            string NameOf(string field) => correlation.Aliases.ContainsKey(field) ? field : NewName(field);
        }

        string NewName(string field) => step.Covers(run, field, null) && Names(field) is [var first, ..] ? first : field;
    }

    public override IReadOnlyList<string>? NamesOf(string field) => Names(field);

    protected override DetectionNode Change(PipelineRun run, PipelineStep step, ItemNode item)
    {
        if (DetectionTree.MapLeaves(item.Node, leaf => Referring(run, step, item, leaf)) is { } referring)
        {
            item = item with { Node = referring };
        }

        if (!step.Covers(run, item.Field, item) || Names(item.Field) is not { Count: > 0 } names)
        {
            return item;
        }

        run.Renamed.UnionWith(item.Field is null ? names : [item.Field, .. names]);
        return DetectionTree.Any([.. names.Select(name => item with
        {
            Field = name,
            Node = DetectionTree.MapLeaves(item.Node, leaf => leaf with { Field = name, Test = Contained(leaf) })!,
        })]);
    }

    /// <summary>Values may refer to a field that is renamed too.</summary>
    private DetectionNode? Referring(PipelineRun run, PipelineStep step, ItemNode item, FieldNode leaf) =>
        leaf.Test is FieldReferenceTest test && step.Covers(run, test.Other, item) && Names(test.Other) is { Count: > 0 } names
            ? DetectionTree.Any([.. names.Select(name => leaf with { Test = test with { Other = name } })])
            : null;

    /// <summary>A keyword that becomes the value of a field may still stand anywhere in it.</summary>
    private static ValueTest Contained(FieldNode leaf) => leaf is { Field: null, Test: TextTest text }
        ? text with { Pattern = text.Pattern.WithAnyRunBefore().WithAnyRunAfter() }
        : leaf.Test;
}
