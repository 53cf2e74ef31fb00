using Sigma.Engine.Conditions;
using Sigma.Engine.Detections;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>Reads the searches and the condition of a rule or a filter into one tree.</summary>
internal sealed class ConditionReader(Placeholders placeholders, ProblemList problems, bool isForPipelines)
{
    /// <param name="map">Searches by name, and the condition.</param>
    /// <param name="others">Keys that are neither searches nor conditions.</param>
    /// <returns>Null when it is refused.</returns>
    public DetectionNode? Read(YamlMap map, params ReadOnlySpan<string> others)
    {
        var errors = problems.Errors;
        var searches = new Dictionary<string, NamedNode?>();
        var reader = new SearchReader(placeholders, problems, isForPipelines);
        foreach (var entry in map.Entries)
        {
            if (entry.Key != "condition" && !others.Contains(entry.Key))
            {
                searches[entry.Key] = reader.Read(entry.Key, entry.Value) is { } node ? new NamedNode(entry.Key, node) : null;
            }
        }

        var conditions = Conditions(map);
        var nodes = conditions.Select(condition => Resolve(condition, searches)).ToList();
        if (problems.Errors > errors || nodes.Count == 0 || nodes.Contains(null))
        {
            return null;
        }

        WarnOfUnused(map, searches, conditions);
        return nodes.Count == 1 ? nodes[0] : new AnyOfNode(nodes!);
    }

    private List<(ConditionNode Node, YamlScalar Text)> Conditions(YamlMap map)
    {
        var parsed = new List<(ConditionNode, YamlScalar)>();
        if (map.Find("condition") is not { } entry)
        {
            problems.Error("condition", map.At, "There is no condition. Say which searches have to match.");
            return parsed;
        }

        IReadOnlyList<YamlNode> texts = entry.Value is YamlList list ? list.Items : [entry.Value];
        foreach (var text in texts)
        {
            if (text is not YamlScalar { Kind: not ScalarKind.Null } scalar)
            {
                problems.Error("condition", text.At, "A condition is text, or a list of texts.");
            }
            else if (ConditionParser.Parse(scalar.Text) is { Error: { } error })
            {
                problems.Error("condition", At(scalar, error.Offset), error.Message);
            }
            else
            {
                parsed.Add((ConditionParser.Parse(scalar.Text).Node!, scalar));
            }
        }

        if (texts.Count == 0)
        {
            problems.Error("condition", entry.At, "The list of conditions is empty.");
        }

        return parsed;
    }

    private DetectionNode? Resolve((ConditionNode Node, YamlScalar Text) condition, Dictionary<string, NamedNode?> searches)
    {
        return Of(condition.Node);

        DetectionNode? Of(ConditionNode node)
        {
            switch (node)
            {
                case NameCondition { Name: var name }:
                    if (!searches.TryGetValue(name, out var search))
                    {
                        problems.Error("name", At(condition.Text, node.Offset), $"There is no search {name}. {Known(searches)}");
                    }

                    return search;
                case NotCondition not:
                    return Of(not.Operand) is { } operand ? new NotNode(operand) : null;
                case AndCondition and:
                    return All(and.Operands) is { } all ? new AllOfNode(all) : null;
                case OrCondition or:
                    return All(or.Operands) is { } some ? new AnyOfNode(some) : null;
                case QuantifiedCondition quantified:
                    return Quantify(quantified);
                default:
                    throw new InvalidOperationException($"No case for {node}.");
            }
        }

        List<DetectionNode>? All(IReadOnlyList<ConditionNode> operands)
        {
            var nodes = operands.Select(Of).OfType<DetectionNode>().ToList();
            return nodes.Count == operands.Count ? nodes : null;
        }

        DetectionNode? Quantify(QuantifiedCondition quantified)
        {
            var covered = searches.Where(search => quantified.Covers(search.Key)).Select(search => search.Value).ToList();
            if (covered.Count == 0 || covered.Count < quantified.Count)
            {
                problems.Error("name", At(condition.Text, quantified.Offset), covered.Count == 0
                    ? $"No search is called {quantified.Pattern}. {Known(searches)}"
                    : $"{quantified.Pattern} has only {covered.Count} searches, so that {quantified.Count} can never match.");
                return null;
            }

            return covered.Contains(null) ? null
                : covered.Count == 1 ? covered[0]
                : quantified.Count switch
                {
                    null => new AllOfNode(covered!),
                    1 => new AnyOfNode(covered!),
                    { } count when count == covered.Count => new AllOfNode(covered!),
                    { } count => new AtLeastNode(count, covered!),
                };
        }
    }

    private void WarnOfUnused(YamlMap map, Dictionary<string, NamedNode?> searches, List<(ConditionNode Node, YamlScalar Text)> conditions)
    {
        var used = new HashSet<string>();
        foreach (var (node, _) in conditions)
        {
            Collect(node);
        }

        foreach (var name in searches.Keys.Where(name => !used.Contains(name)))
        {
            problems.Warning("unused", map.Find(name)!.At, $"The condition does not use {name}. Use it, or delete it.");
        }

        void Collect(ConditionNode node)
        {
            switch (node)
            {
                case NameCondition name:
                    used.Add(name.Name);
                    break;
                case NotCondition not:
                    Collect(not.Operand);
                    break;
                case AndCondition { Operands: var operands }:
                    operands.ToList().ForEach(Collect);
                    break;
                case OrCondition { Operands: var operands }:
                    operands.ToList().ForEach(Collect);
                    break;
                case QuantifiedCondition quantified:
                    used.UnionWith(searches.Keys.Where(quantified.Covers));
                    break;
            }
        }
    }

    /// <summary>A condition on one line, as nearly all are: its beginning and the offset in it.</summary>
    private static SourcePosition At(YamlScalar text, int offset) =>
        text.Text.Contains('\n') ? text.At : text.At with { Column = text.At.Column + offset + (text.IsPlain ? 0 : 1) };

    private static string Known(Dictionary<string, NamedNode?> searches) =>
        searches.Count == 0 ? "The rule has none." : $"The rule has {string.Join(", ", searches.Keys)}.";
}
