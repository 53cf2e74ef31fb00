using Sigma.Engine.Detections;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>
/// Reads a search: a map means all of its fields, a list of maps one of them, a list of plain values one of these keywords.
/// </summary>
/// <param name="placeholders">The values of placeholders.</param>
/// <param name="problems">Gets the problems.</param>
/// <param name="isForPipelines">Whether fields stay together with their values.</param>
internal sealed class SearchReader(Placeholders placeholders, ProblemList problems, bool isForPipelines)
{
    /// <returns>Null when the search is refused.</returns>
    public DetectionNode? Read(string name, YamlNode search)
    {
        switch (search)
        {
            case YamlMap map:
                return ReadMap(name, map);
            case YamlScalar scalar:
                return ReadItem(null, [], [scalar]);
            case YamlList { Items.Count: 0 }:
                problems.Error("empty", search.At, $"The search {name} is empty. Give it a field or a keyword.");
                return null;
            case YamlList list:
                return ReadList(name, list);
            default:
                return null;
        }
    }

    private DetectionNode? ReadList(string name, YamlList list)
    {
        if (list.Items.All(item => item is YamlScalar))
        {
            return ReadItem(null, [], [.. list.Items.Cast<YamlScalar>()]);
        }

        var nodes = new List<DetectionNode>();
        foreach (var item in list.Items)
        {
            var node = item switch
            {
                YamlMap map => ReadMap(name, map),
                YamlScalar scalar => ReadItem(null, [], [scalar]),
                _ => null,
            };
            if (item is YamlList)
            {
                problems.Error("type", item.At, $"A list in the list of {name} means nothing. Write its items into the outer one.");
            }

            if (node is not null)
            {
                nodes.Add(node);
            }
        }

        return nodes.Count == list.Items.Count ? Join(nodes, all: false) : null;
    }

    private DetectionNode? ReadMap(string name, YamlMap map)
    {
        if (map.Entries.Count == 0)
        {
            problems.Error("empty", map.At, $"The search {name} is empty. Give it a field.");
            return null;
        }

        var nodes = map.Entries.Select(ReadEntry).OfType<DetectionNode>().ToList();
        return nodes.Count == map.Entries.Count ? Join(nodes, all: true) : null;
    }

    private DetectionNode? ReadEntry(YamlEntry entry)
    {
        var words = entry.Key.Split('|');
        var modifiers = new List<Modifier>();
        foreach (var word in words.Skip(1))
        {
            if (!ModifierNames.All.TryGetValue(word, out var modifier))
            {
                problems.Error("modifier", entry.At,
                    $"There is no modifier {word}. The most similar one is {ModifierNames.Nearest(word)}.");
                return null;
            }

            modifiers.Add(modifier);
        }

        var field = words[0].Length == 0 ? null : words[0];
        switch (entry.Value)
        {
            case YamlScalar scalar:
                if (modifiers.Contains(Modifier.All))
                {
                    problems.Warning("all-of-one", entry.At, $"all on one value changes nothing. Make {words[0]} a list, or leave it out.");
                }

                return ReadItem(field, modifiers, [scalar]);
            case YamlList { Items.Count: 0 }:
                problems.Error("empty", entry.Value.At, $"{entry.Key} has an empty list. Give it a value, or null for an absent field.");
                return null;
            case YamlList list when list.Items.All(item => item is YamlScalar):
                return ReadItem(field, modifiers, [.. list.Items.Cast<YamlScalar>()]);
            default:
                problems.Error("type", entry.Value.At,
                    $"{entry.Key} has to be a value or a list of values. A field within a field is written with a dot: outer.inner.");
                return null;
        }
    }

    private DetectionNode? ReadItem(string? field, List<Modifier> modifiers, IReadOnlyList<YamlScalar> values)
    {
        var reader = new ValueReader(modifiers, field is null, placeholders, problems);
        var nodes = new List<DetectionNode>(values.Count);
        foreach (var value in values)
        {
            var tests = reader.Read(value);
            if (tests.Count == 0)
            {
                return null;
            }

            nodes.Add(Join([.. tests.Select(DetectionNode (test) => new FieldNode(field, test, value.At))], all: false));
        }

        var joined = Join(nodes, modifiers.Contains(Modifier.All));
        joined = isForPipelines ? new ItemNode(field, joined) : joined;
        return modifiers.Contains(Modifier.NotEqual) ? new NotNode(joined) : joined;
    }

    private static DetectionNode Join(List<DetectionNode> nodes, bool all) =>
        nodes.Count == 1 ? nodes[0] : all ? new AllOfNode(nodes) : new AnyOfNode(nodes);
}
