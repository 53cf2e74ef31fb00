using Sigma.Engine.Detections;
using Sigma.Engine.Patterns;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>Reads what a step does.</summary>
internal sealed class TransformationReader(ProblemList problems)
{
    /// <summary>The members of each, beside its type, id and conditions.</summary>
    private static readonly Dictionary<string, string[]> Known = new()
    {
        ["field_name_mapping"] = ["mapping"],
        ["field_name_prefix_mapping"] = ["mapping"],
        ["field_name_prefix"] = ["prefix"],
        ["field_name_suffix"] = ["suffix"],
        ["drop_detection_item"] = [],
        ["hashes_fields"] = ["valid_hash_algos", "field_prefix", "drop_algo_prefix", "field_to_parse"],
        ["extract_fields"] = ["regex", "field_prefix", "preserve_unmatched"],
        ["add_condition"] = ["conditions", "name", "template", "negated", "prepend"], // the last: the order of a query's words
        ["change_logsource"] = ["product", "category", "service"],
        ["value_placeholders"] = ["include", "exclude"],
        ["wildcard_placeholders"] = ["include", "exclude"],
        ["replace_string"] = ["regex", "replacement", "skip_special", "interpret_special"],
        ["map_string"] = ["mapping"],
        ["set_value"] = ["value", "force_type"],
        ["convert_type"] = ["target_type"],
        ["case"] = ["method"],
        ["regex"] = ["method"],
        ["set_state"] = ["key", "val", "value"], // the last is rsigma's name
        ["set_custom_attribute"] = ["attribute", "value"],
        ["rule_failure"] = ["message"],
        ["detection_item_failure"] = ["message"],
        ["strict_field_mapping_failure"] = [],
        ["nest"] = ["items"],
        ["add_field"] = ["field"],
        ["remove_field"] = ["field"],
        ["set_field"] = ["fields"],
    };

    private static readonly Dictionary<string, string> Refused = new()
    {
        ["field_name_transform"] = "it is a function of Python. Write field_name_mapping",
        ["query_expression_placeholders"] = "it is for queries. Give the placeholders values: vars, or a file of placeholders",
        ["file_placeholders"] = "it reads another file. Give the placeholders values: vars, or a file of placeholders",
        ["http_placeholders"] = "it asks a server. Give the placeholders values: vars, or a file of placeholders",
        ["command_placeholders"] = "it runs a command. Give the placeholders values: vars, or a file of placeholders",
    };

    private static readonly string[] OfSteps =
    [
        "type", "id", "rule_conditions", "rule_cond_expr", "rule_cond_op", "rule_cond_not", "detection_item_conditions",
        "detection_item_cond_expr", "detection_item_cond_op", "detection_item_cond_not", "field_name_conditions", "field_name_cond_expr",
        "field_name_cond_op", "field_name_cond_not",
    ];

    /// <summary>Whether a step puts something in the place of placeholders without values.</summary>
    public bool ReplacesPlaceholders { get; private set; }

    /// <returns>Null when it is refused.</returns>
    public RuleChange? Read(string type, YamlMap map, DocumentFields fields)
    {
        if (!Known.TryGetValue(type, out var members))
        {
            return Refuse(map, Refused.TryGetValue(type, out var reason)
                ? $"The transformation {type} is not read, because {reason}."
                : $"There is no transformation {type}. There are {string.Join(", ", Known.Keys)}.");
        }

        foreach (var entry in map.Entries.Where(entry => !OfSteps.Contains(entry.Key) && !members.Contains(entry.Key)))
        {
            problems.Error("pipeline", entry.At, members.Length == 0
                ? $"{entry.Key} is no member of {type}, which needs none."
                : $"{entry.Key} is no member of {type}. It has {string.Join(", ", members)}.");
        }

        return type switch
        {
            "field_name_mapping" or "field_name_prefix_mapping" or "field_name_prefix" or "field_name_suffix" => Names(type, map, fields),
            "drop_detection_item" => new Dropping(),
            "hashes_fields" => Hashes(map, fields),
            "extract_fields" => Extraction(map, fields),
            "add_condition" => Addition(map, fields),
            "change_logsource" => new SourceChange(new(fields.Text("product"), fields.Text("category"), fields.Text("service"))),
            "wildcard_placeholders" => Wildcards(fields),
            "replace_string" => Replacement(map, fields),
            "map_string" => ValueChanges.Map(Mapping(map)),
            "set_value" => Value(map, fields),
            "convert_type" => fields.Text("target_type") switch
            {
                "str" => ValueChanges.ToText,
                "num" => ValueChanges.ToNumber,
                _ => Refuse(map, "convert_type needs target_type: str, or num."),
            },
            "case" => fields.Text("method") switch
            {
                null or "lower" => ValueChanges.Case(text => text.ToLowerInvariant()),
                "upper" => ValueChanges.Case(text => text.ToUpperInvariant()),
                "snake_case" => ValueChanges.Case(ValueChanges.SnakeCase),
                _ => Refuse(map, "The method of case is lower, upper or snake_case."),
            },
            "regex" => fields.Text("method") switch
            {
                null or "ignore_case_brackets" or "ignore_case_flag" => ValueChanges.Expression(isCased: false),
                "plain" => ValueChanges.Expression(isCased: true),
                _ => Refuse(map, "The method of regex is plain, ignore_case_flag or ignore_case_brackets."),
            },
            "set_state" => Note(map, fields, "key", map.Find("value") is null ? "val" : "value", isAttribute: false),
            "set_custom_attribute" => Note(map, fields, "attribute", "value", isAttribute: true),
            "rule_failure" or "detection_item_failure" =>
                new Veto(fields.Text("message") ?? "A pipeline refuses the rule.", type == "detection_item_failure"),
            "strict_field_mapping_failure" => new StrictMapping(),
            // value_placeholders: the vars of a pipeline are values of placeholders in any case. Others change a query's table of results.
            _ => new Nothing(),
        };
    }

    private Renaming Names(string type, YamlMap map, DocumentFields fields)
    {
        if (type is "field_name_prefix" or "field_name_suffix")
        {
            var (before, after) = (fields.Text("prefix"), fields.Text("suffix"));
            return new(field => field is null ? null : [$"{before}{field}{after}"]);
        }

        var mapping = Mapping(map);
        if (type == "field_name_mapping")
        {
            return new(field => mapping.GetValueOrDefault(field ?? "null"));
        }

        return new(field => mapping.FirstOrDefault(prefix => field?.StartsWith(prefix.Key, StringComparison.Ordinal) is true) is
        { Key: { } prefix, Value: var targets } ? [.. targets.Select(target => $"{target}{field![prefix.Length..]}")] : null);
    }

    private Dictionary<string, IReadOnlyList<string>> Mapping(YamlMap map)
    {
        var mapping = new Dictionary<string, IReadOnlyList<string>>();
        if (map.Find("mapping")?.Value is not YamlMap entries)
        {
            problems.Error("pipeline", map.At, "mapping is a map: from: to, or from: a list.");
            return mapping;
        }

        var texts = new DocumentFields(entries, problems);
        foreach (var entry in entries.Entries)
        {
            mapping[entry.Key is "~" or "" ? "null" : entry.Key] = [.. texts.Texts(entry.Key).Select(text => text.Text)];
        }

        return mapping;
    }

    private RuleChange? Hashes(YamlMap map, DocumentFields fields)
    {
        List<string> algorithms = [.. fields.Texts("valid_hash_algos").Select(text => text.Text)];
        List<string> parsed = [.. fields.Texts("field_to_parse").Select(text => text.Text)];
        return algorithms.Count == 0
            ? Refuse(map, "hashes_fields needs valid_hash_algos, such as [MD5, SHA1, SHA256, IMPHASH].")
            : new HashFields(algorithms, parsed.Count == 0 ? ["Hashes", "Hash"] : parsed, fields.Text("field_prefix") ?? "",
                IsTrue(fields, "drop_algo_prefix"));
    }

    private RuleChange? Extraction(YamlMap map, DocumentFields fields)
    {
        var (expression, problem) = PatternText.Expression(fields.Text("regex") ?? "");
        return expression is null
            ? Refuse(map, problem!)
            : !expression.GetGroupNames().Any(name => !char.IsAsciiDigit(name[0]))
                ? Refuse(map, "The regex of extract_fields needs a named group, such as (?P<name>...).")
                : new ExtractedFields(expression, fields.Text("field_prefix"), IsTrue(fields, "preserve_unmatched"));
    }

    private RuleChange? Addition(YamlMap map, DocumentFields fields)
    {
        if (map.Find("conditions")?.Value is not YamlMap { Entries.Count: > 0 } conditions)
        {
            return Refuse(map, "add_condition needs conditions, a map: field: value, or field: a list.");
        }

        var reader = new SearchReader(Placeholders.None, problems, isForPipelines: true);
        var name = fields.Text("name") ?? "condition of a pipeline";
        var isTemplate = IsTrue(fields, "template");
        return reader.Read(name, conditions) is null ? null : new Addition(rule =>
            reader.Read(name, isTemplate ? Fill(conditions, rule.LogSource) : conditions) is { } node ? new NamedNode(name, node) : null,
            IsTrue(fields, "negated"));
    }

    /// <summary>A template names parts of the rule's log source: <c>$product</c> or <c>${product}</c>.</summary>
    private static YamlNode Fill(YamlNode node, LogSource source) => node switch
    {
        YamlMap map => map with { Entries = [.. map.Entries.Select(entry => entry with { Value = Fill(entry.Value, source) })] },
        YamlList list => list with { Items = [.. list.Items.Select(item => Fill(item, source))] },
        YamlScalar { Kind: ScalarKind.Text } scalar => scalar with { Text = Fill(scalar.Text, source) },
        _ => node,
    };

    private static string Fill(string text, LogSource source) =>
        new (string Name, string? Value)[] { ("category", source.Category), ("product", source.Product), ("service", source.Service) }
            .Aggregate(text, (filled, part) => filled
                .Replace($"${{{part.Name}}}", part.Value, StringComparison.Ordinal)
                .Replace($"${part.Name}", part.Value, StringComparison.Ordinal));

    private ValueChange Wildcards(DocumentFields fields)
    {
        ReplacesPlaceholders = true;
        HashSet<string> included = [.. fields.Texts("include").Select(text => text.Text)];
        HashSet<string> excluded = [.. fields.Texts("exclude").Select(text => text.Text)];
        return ValueChanges.Wildcards(name => (included.Count == 0 || included.Contains(name)) && !excluded.Contains(name));
    }

    private RuleChange? Replacement(YamlMap map, DocumentFields fields)
    {
        var (expression, problem) = PatternText.Expression(fields.Text("regex") ?? "");
        var replacement = PatternText.Replacement(fields.Text("replacement") ?? "");
        return expression is null ? Refuse(map, problem!)
            : IsTrue(fields, "skip_special")
                ? ValueChanges.ReplaceLiterals(expression, replacement, IsTrue(fields, "interpret_special"))
                : ValueChanges.Replace(expression, replacement);
    }

    private RuleChange? Value(YamlMap map, DocumentFields fields)
    {
        if (map.Find("value")?.Value is not YamlScalar value)
        {
            return Refuse(map, "set_value needs a value.");
        }

        return fields.Text("force_type") switch
        {
            null => ValueChanges.Set(value.Kind switch
            {
                ScalarKind.Null => new PresenceTest(IsPresent: false),
                ScalarKind.Number => new NumberTest(value.Text),
                _ => new TextTest(TextPattern.Parse(value.Text), IsCased: false),
            }),
            "str" => ValueChanges.Set(new TextTest(TextPattern.Parse(value.Text), IsCased: false)),
            "num" when JsonNumber.IsWhole(value.Text) => ValueChanges.Set(new NumberTest(value.Text)),
            _ => Refuse(map, "force_type is str, or num with a value that is a number."),
        };
    }

    private RuleChange? Note(YamlMap map, DocumentFields fields, string key, string value, bool isAttribute) =>
        fields.Text(key) is { } name && map.Find(value)?.Value is (YamlScalar or YamlList) and var noted
            ? new Note(name, noted, isAttribute)
            : Refuse(map, $"{fields.Text("type")} needs {key} and {value}.");

    private static bool IsTrue(DocumentFields fields, string key) => fields.Text(key) is "true" or "True";

    private RuleChange? Refuse(YamlMap map, string message)
    {
        problems.Error("pipeline", map.At, message);
        return null;
    }
}
