using System.Text.RegularExpressions;
using Sigma.Engine.Detections;
using Sigma.Engine.Patterns;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

internal sealed record Dropping : ItemChange
{
    protected override DetectionNode? Change(PipelineRun run, PipelineStep step, ItemNode item) => null;
}

/// <summary>Changes what values are compared with.</summary>
/// <param name="Tests">The tests in the place of one; null when it stays.</param>
internal sealed record ValueChange(Func<PipelineRun, ValueTest, IReadOnlyList<ValueTest>?> Tests) : ItemChange
{
    protected override DetectionNode Change(PipelineRun run, PipelineStep step, ItemNode item) =>
        DetectionTree.MapLeaves(item.Node, leaf => Tests(run, leaf.Test) is { Count: > 0 } tests
            ? DetectionTree.Any([.. tests.Select(test => leaf with { Test = test })])
            : null) is { } changed ? item with { Node = changed } : item;
}

/// <summary>Puts a field for each algorithm in the place of one with all hashes of a file, such as Sysmon's <c>Hashes</c>.</summary>
/// <param name="Algorithms">Those that have a field.</param>
/// <param name="Fields">The fields that hold hashes.</param>
/// <param name="Prefix">What the new fields begin with.</param>
/// <param name="DropsAlgorithm">Whether their names end there.</param>
internal sealed record HashFields(
    IReadOnlyList<string> Algorithms, IReadOnlyList<string> Fields, string Prefix, bool DropsAlgorithm) : ItemChange
{
    protected override DetectionNode Change(PipelineRun run, PipelineStep step, ItemNode item)
    {
        var leaves = DetectionTree.Leaves(item.Node).ToList();
        if (item.Field is null || !Fields.Contains(item.Field) || !leaves.TrueForAll(leaf => leaf.Test is TextTest))
        {
            return item;
        }

        var nodes = new List<DetectionNode>();
        foreach (var hashes in leaves.GroupBy(leaf => Part(PatternText.Of(leaf)).Field))
        {
            if (hashes.Key is { } field)
            {
                nodes.Add(new ItemNode(field, DetectionTree.Any([.. hashes.Select(DetectionNode (leaf) =>
                    new FieldNode(field, new TextTest(TextPattern.Parse(Part(PatternText.Of(leaf)).Hash), IsCased: false), leaf.At))])));
            }
        }

        if (nodes.Count == 0)
        {
            run.Refuse($"{item.Field} names no hash of {string.Join(", ", Algorithms)}.");
            return item;
        }

        return item.Node is AllOfNode ? DetectionTree.All(nodes) : DetectionTree.Any(nodes);
    }

    /// <summary>The field of a hash such as <c>MD5=…</c>, <c>MD5|…</c> or of one that only its length names.</summary>
    private (string? Field, string Hash) Part(string text)
    {
        var parts = text.Split(text.Contains('|') ? '|' : '=');
        var hash = (parts.Length == 2 ? parts[1] : parts[0]).Trim('*', '?');
        var algorithm = parts.Length == 2 ? parts[0].TrimStart('*').ToUpperInvariant() : hash.Length switch
        {
            32 => "MD5",
            40 => "SHA1",
            64 => "SHA256",
            128 => "SHA512",
            _ => "",
        };
        return (Algorithms.Contains(algorithm) ? $"{Prefix}{(DropsAlgorithm ? "" : algorithm)}" : null, hash);
    }
}

/// <summary>Puts a field for each named group of an expression in the place of a field with all of them.</summary>
/// <param name="Expression">Finds the parts of a value.</param>
/// <param name="Prefix">What the new fields begin with, before a dot; null for nothing.</param>
/// <param name="KeepsOthers">Whether values without a match stay.</param>
internal sealed record ExtractedFields(Regex Expression, string? Prefix, bool KeepsOthers) : ItemChange
{
    protected override DetectionNode Change(PipelineRun run, PipelineStep step, ItemNode item)
    {
        var leaves = DetectionTree.Leaves(item.Node).ToList();
        if (!leaves.TrueForAll(leaf => leaf.Test is TextTest))
        {
            return item;
        }

        var nodes = leaves.Select(leaf => Of(item, leaf)).OfType<DetectionNode>().ToList();
        return nodes.Count == 0 ? item : item.Node is AllOfNode ? DetectionTree.All(nodes) : DetectionTree.Any(nodes);
    }

    private DetectionNode? Of(ItemNode item, FieldNode leaf)
    {
        if (Expression.Match(PatternText.Of(leaf)) is not { Success: true, Index: 0 } match)
        {
            return KeepsOthers ? item with { Node = leaf } : null;
        }

        List<DetectionNode> parts = [.. match.Groups.Values
            .Where(group => group is { Success: true, Length: > 0 } && !char.IsAsciiDigit(group.Name[0]))
            .Select(group => Item(Prefix is null ? group.Name : $"{Prefix}.{group.Name}", group.Value, leaf.At))];
        return parts.Count == 0 ? null : DetectionTree.All(parts);
    }

    private static ItemNode Item(string field, string value, SourcePosition at) => new(field, new FieldNode(field, value switch
    {
        "null" or "none" or "NULL" or "Null" or "None" or "NONE" => new PresenceTest(IsPresent: false),
        _ when (value[0] != '0' || value == "0") && JsonNumber.IsWhole(value) => new NumberTest(value),
        _ => new TextTest(TextPattern.Parse(value), IsCased: false),
    }, at));
}
