using Sigma.Engine.Detections;
using Sigma.Engine.Patterns;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>
/// Reads a processing pipeline as pySigma has it in YAML, as far as it makes sense for evaluation. Others of its transformations are
/// refused by name, because a rule that lacks them would mean something else.
/// </summary>
public sealed class PipelineReader
{
    private const int MaxDepth = 8;

    private static readonly string[] Members =
        ["name", "priority", "allowed_backends", "vars", "transformations", "postprocessing", "finalizers", "description", "author"];

    private static readonly string[] Known =
    [
        "field_name_mapping", "field_name_prefix_mapping", "field_name_prefix", "field_name_suffix", "drop_detection_item", "add_condition",
        "change_logsource", "value_placeholders", "replace_string", "map_string", "set_value", "set_state", "rule_failure",
        "detection_item_failure", "nest",
    ];

    /// <summary>They change queries or their results, and not what a rule fires on.</summary>
    private static readonly string[] WithoutEffect = ["add_field", "remove_field", "set_field", "set_custom_attribute"];

    private readonly ProblemList _problems;
    private readonly PipelineConditions _conditions;

    private PipelineReader(ProblemList problems) => (_problems, _conditions) = (problems, new(problems));

    /// <param name="file">Its name, for messages.</param>
    /// <param name="text">Its content.</param>
    /// <param name="problems">Gets the problems.</param>
    /// <returns>Null when it is refused.</returns>
    public static Pipeline? Read(string file, string text, List<RuleProblem> problems)
    {
        var list = new ProblemList(file, problems);
        var (document, error) = YamlReader.Read(text).FirstOrDefault();
        if (document is not YamlMap map)
        {
            list.Error("yaml", error?.At ?? new(1, 1), error?.Message ?? "A pipeline is a map: name, priority, vars, transformations.");
            return null;
        }

        foreach (var entry in map.Entries.Where(entry => !Members.Contains(entry.Key)))
        {
            list.Error("pipeline", entry.At, $"{entry.Key} is not read in a pipeline. It has {string.Join(", ", Members)}.");
        }

        var reader = new PipelineReader(list);
        var steps = reader.Steps(map, "transformations", 0);
        reader.WarnOfQueries(map);
        var fields = new DocumentFields(map, list);
        var priority = fields.Text("priority") is { } number && int.TryParse(number, out var value) ? value : 0;
        var vars = reader.Vars(map);
        reader.WarnOfCircles(steps, map);
        return list.Errors > 0 ? null : new(file, priority, steps, vars) { Fingerprint = Fingerprints.Of(map) };
    }

    private Dictionary<string, IReadOnlyList<string>> Vars(YamlMap map)
    {
        var vars = new Dictionary<string, IReadOnlyList<string>>();
        if (map.Find("vars")?.Value is YamlMap values)
        {
            var fields = new DocumentFields(values, _problems);
            foreach (var entry in values.Entries)
            {
                vars[entry.Key] = [.. fields.Texts(entry.Key).Select(text => text.Text)];
            }
        }

        return vars;
    }

    private void WarnOfQueries(YamlMap map)
    {
        foreach (var key in (string[])["postprocessing", "finalizers"])
        {
            if (map.Find(key) is { Value: YamlList { Items.Count: > 0 } } entry)
            {
                _problems.Warning("pipeline", entry.At, $"{key} concerns queries, and does nothing here.");
            }
        }
    }

    private List<PipelineStep> Steps(YamlMap map, string key, int depth)
    {
        var steps = new List<PipelineStep>();
        switch (map.Find(key)?.Value)
        {
            case null or YamlScalar { Kind: ScalarKind.Null }:
                break;
            case YamlList when depth > MaxDepth:
                _problems.Error("pipeline", map.At, $"More than {MaxDepth} nests within each other.");
                break;
            case YamlList list:
                steps.AddRange(list.Items.Select(item => Step(item, depth)).OfType<PipelineStep>());
                break;
            case var other:
                _problems.Error("pipeline", other.At, $"{key} is a list of maps, each with a type.");
                break;
        }

        return steps;
    }

    private PipelineStep? Step(YamlNode node, int depth)
    {
        if (node is not YamlMap map || new DocumentFields(map, _problems) is var fields && fields.Text("type") is not { } type)
        {
            _problems.Error("pipeline", node.At, "A transformation is a map with a type.");
            return null;
        }

        if (Change(type, map, fields, depth) is not { } change)
        {
            return null;
        }

        return new(fields.Text("id"), change, _conditions.Rules(map), _conditions.Items(map), _conditions.Fields(map));
    }

    private RuleChange? Change(string type, YamlMap map, DocumentFields fields, int depth)
    {
        switch (type)
        {
            case "field_name_mapping":
                var names = Mapping(map);
                return new Renaming(field => names.GetValueOrDefault(field));
            case "field_name_prefix_mapping":
                var prefixes = Mapping(map);
                return new Renaming(field => prefixes.FirstOrDefault(prefix => field.StartsWith(prefix.Key, StringComparison.Ordinal)) is
                    { Key: { } prefix, Value: var targets } ? [.. targets.Select(target => $"{target}{field[prefix.Length..]}")] : null);
            case "field_name_prefix":
                var before = fields.Text("prefix") ?? "";
                return new Renaming(field => [$"{before}{field}"]);
            case "field_name_suffix":
                var after = fields.Text("suffix") ?? "";
                return new Renaming(field => [$"{field}{after}"]);
            case "drop_detection_item":
                return new Dropping();
            case "add_condition":
                return Addition(map, fields);
            case "change_logsource":
                return new SourceChange(new(fields.Text("product"), fields.Text("category"), fields.Text("service")));
            case "replace_string":
                return Replacement(map, fields);
            case "map_string":
                var texts = Mapping(map);
                return new TextChange(text => texts.GetValueOrDefault(text));
            case "set_value":
                return map.Find("value")?.Value is YamlScalar value
                    ? new ValueChange(Test(value))
                    : Refuse(map, "set_value needs a value.");
            case "set_state":
                return new Note(fields.Text("key") ?? "", fields.Text("val") ?? "");
            case "rule_failure" or "detection_item_failure":
                return new Refusal(fields.Text("message") ?? "A pipeline refuses the rule.", type == "detection_item_failure");
            case "nest":
                return new Nest(Steps(map, "items", depth + 1));
            case "value_placeholders": // the pipeline's vars are values of placeholders in any case
                return new Nothing();
            case var other when WithoutEffect.Contains(other):
                return new Nothing();
            default:
                return Refuse(map, $"The transformation {type} is not read. There are {string.Join(", ", Known)}.");
        }
    }

    private Dictionary<string, IReadOnlyList<string>> Mapping(YamlMap map)
    {
        var mapping = new Dictionary<string, IReadOnlyList<string>>();
        if (map.Find("mapping")?.Value is not YamlMap entries)
        {
            _problems.Error("pipeline", map.At, "mapping is a map: from: to, or from: a list.");
            return mapping;
        }

        var texts = new DocumentFields(entries, _problems);
        foreach (var entry in entries.Entries)
        {
            mapping[entry.Key] = [.. texts.Texts(entry.Key).Select(text => text.Text)];
        }

        return mapping;
    }

    private Addition? Addition(YamlMap map, DocumentFields fields)
    {
        if (map.Find("conditions")?.Value is not YamlMap { Entries.Count: > 0 } conditions)
        {
            Refuse(map, "add_condition needs conditions, a map: field: value, or field: a list.");
            return null;
        }

        var isTemplate = IsTrue(fields, "template");
        return new(fields.Text("name") ?? "condition of a pipeline", Condition, IsTrue(fields, "negated"));

        DetectionNode Condition(SigmaRule rule) => Join<AllOfNode>(conditions.Entries.Select(entry => Join<AnyOfNode>(
            (entry.Value is YamlList list ? list.Items : [entry.Value]).OfType<YamlScalar>().Select(DetectionNode (value) =>
                new FieldNode(entry.Key, Test(isTemplate ? value with { Text = Fill(value.Text, rule.LogSource) } : value), value.At)),
            nodes => new(nodes))), nodes => new(nodes));
    }

    /// <summary>A template names parts of the rule's log source: <c>$product</c> or <c>${product}</c>.</summary>
    private static string Fill(string text, LogSource source)
    {
        foreach (var (name, value) in ((string, string?)[])
            [("category", source.Category), ("product", source.Product), ("service", source.Service)])
        {
            text = text.Replace($"${{{name}}}", value, StringComparison.Ordinal).Replace($"${name}", value, StringComparison.Ordinal);
        }

        return text;
    }

    private static DetectionNode Join<T>(IEnumerable<DetectionNode> nodes, Func<IReadOnlyList<DetectionNode>, T> join)
        where T : DetectionNode
    {
        var all = nodes.ToList();
        return all.Count == 1 ? all[0] : join(all);
    }

    private static bool IsTrue(DocumentFields fields, string key) => fields.Text(key) is "true" or "True";

    private TextChange? Replacement(YamlMap map, DocumentFields fields)
    {
        var replacement = (fields.Text("replacement") ?? "").Replace("$", "$$", StringComparison.Ordinal);
        for (var group = 1; group <= 9; group++)
        {
            replacement = replacement.Replace($@"\{group}", $"${{{group}}}", StringComparison.Ordinal);
        }

        try
        {
            var regex = PipelineExpression.Of(fields.Text("regex") ?? "");
            return new(text => regex.IsMatch(text) ? [regex.Replace(text, replacement)] : null);
        }
        catch (ArgumentException exception)
        {
            Refuse(map, exception.Message);
            return null;
        }
    }

    private static ValueTest Test(YamlScalar value) => value.Kind switch
    {
        ScalarKind.Null => new PresenceTest(IsPresent: false),
        ScalarKind.Number => new NumberTest(value.Text),
        _ => new TextTest(TextPattern.Parse(value.Text), IsCased: false),
    };

    private RuleChange? Refuse(YamlMap map, string message)
    {
        _problems.Error("pipeline", map.At, message);
        return null;
    }

    /// <summary>A field that later steps rename back was renamed for nothing, and its author meant something else.</summary>
    private void WarnOfCircles(List<PipelineStep> steps, YamlMap map)
    {
        var renamings = (map.Find("transformations")?.Value as YamlList)?.Items.OfType<YamlMap>()
            .Where(step => step.Find("type")?.Value is YamlScalar { Text: "field_name_mapping" })
            .SelectMany(step => (step.Find("mapping")?.Value as YamlMap)?.Entries ?? []) ?? [];
        foreach (var entry in renamings.DistinctBy(entry => entry.Key))
        {
            var (name, passed) = (entry.Key, new List<string> { entry.Key });
            foreach (var step in steps)
            {
                if (step.Change.NamesOf(name) is [var next] && next != name)
                {
                    name = next;
                    passed.Add(name);
                }
            }

            if (passed.Count > 2 && name == entry.Key)
            {
                _problems.Warning("pipeline", entry.At,
                    $"{entry.Key} is renamed in a circle: {string.Join(", then ", passed.Skip(1))}. Keep the mapping that is meant.");
            }
        }
    }
}
