using Sigma.Engine.Conditions;
using Sigma.Engine.Detections;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>Reads the conditions of a step.</summary>
internal sealed class PipelineConditions(ProblemList problems)
{
    private static readonly string[] OfAll = ["processing_item_applied", "processing_state"];

    private static readonly string[] KnownOfRules =
    [
        "logsource", "contains_field", "contains_detection_item", "is_sigma_rule", "is_sigma_correlation_rule", "rule_attribute", "tag",
        .. OfAll,
    ];

    private static readonly string[] KnownOfItems = ["match_string", "match_value", "contains_wildcard", "is_null", .. OfAll];

    private static readonly string[] KnownOfFields = ["include_fields", "exclude_fields", .. OfAll];

    private static readonly Dictionary<string, string[]> Members = new()
    {
        ["logsource"] = ["category", "product", "service"],
        ["contains_field"] = ["field"],
        ["contains_detection_item"] = ["field", "value"],
        ["is_sigma_rule"] = [],
        ["is_sigma_correlation_rule"] = [],
        ["rule_attribute"] = ["attribute", "value", "op"],
        ["tag"] = ["tag"],
        ["match_string"] = ["cond", "pattern", "negate"],
        ["match_value"] = ["cond", "value"],
        ["contains_wildcard"] = ["cond"],
        ["is_null"] = ["cond"],
        ["include_fields"] = ["fields", "mode"],
        ["exclude_fields"] = ["fields", "mode"],
        ["processing_item_applied"] = ["processing_item_id"],
        ["processing_state"] = ["key", "val", "op"],
    };

    public ConditionGroup<PipelineRun> OfRules(YamlMap step) => Read<PipelineRun>(step, "rule", KnownOfRules, (type, map, fields) =>
        type switch
        {
            "logsource" => LogSource(fields),
            "contains_field" => fields.Text("field") is var field
                ? run => DetectionTree.Items(run.Condition).Any(item => item.Field is not null && item.Field == field) : null,
            "contains_detection_item" => fields.Text("field") is var field && fields.Text("value") is var value
                ? run => DetectionTree.Leaves(run.Condition).Any(leaf => leaf.Field is not null && leaf.Field == field && Is(leaf, value))
                : null,
            "is_sigma_rule" => run => run.Document is SigmaRule,
            "is_sigma_correlation_rule" => run => run.Document is CorrelationRule,
            "rule_attribute" => RuleAttributes.Condition(map, problems),
            "tag" => fields.Text("tag") is { } tag
                ? run => RuleAttributes.Of(run, "tags").Any(text => text.Text.Equals(tag, StringComparison.OrdinalIgnoreCase)) : null,
            "processing_item_applied" => fields.Text("processing_item_id") is { } id ? run => run.Applied.Contains(id) : null,
            _ => State(map, fields) is { } holds ? run => holds(run) : null,
        });

    public ConditionGroup<ItemSubject> OfItems(YamlMap step) =>
        Read<ItemSubject>(step, "detection_item", KnownOfItems, (type, map, fields) => type switch
        {
            "match_string" => Match(map, fields),
            "match_value" => fields.Text("value") is var value ? Every(fields, leaf => Is(leaf, value)) : null,
            "contains_wildcard" => Every(fields, leaf => leaf.Test is TextTest { Pattern.HasWildcards: true }),
            "is_null" => Every(fields, leaf => leaf.Test is PresenceTest { IsPresent: false }),
            "processing_item_applied" => fields.Text("processing_item_id") is { } id
                ? subject => subject.Item.Applied.Contains(id) : null,
            _ => State(map, fields) is { } holds ? subject => holds(subject.Run) : null,
        });

    public ConditionGroup<FieldSubject> OfFields(YamlMap step) =>
        Read<FieldSubject>(step, "field_name", KnownOfFields, (type, map, fields) => type switch
        {
            "include_fields" => Names(map, fields) is { } has ? subject => subject.Names.Any(name => name is not null && has(name)) : null,
            "exclude_fields" => Names(map, fields) is { } has ? subject => subject.Names.Any(name => name is null || !has(name)) : null,
            "processing_item_applied" => fields.Text("processing_item_id") is { } id
                ? subject => subject.Item?.Applied.Contains(id) is true : null,
            _ => State(map, fields) is { } holds ? subject => holds(subject.Run) : null,
        });

    private ConditionGroup<T> Read<T>(
        YamlMap step, string kind, string[] known, Func<string, YamlMap, DocumentFields, Func<T, bool>?> create)
    {
        var fields = new DocumentFields(step, problems);
        var conditions = new List<(string Name, Func<T, bool> Holds)>();
        var entry = step.Find($"{kind}_conditions");
        IEnumerable<(string Name, YamlNode Value)> written = entry?.Value switch
        {
            null => [],
            YamlMap map => map.Entries.Select(one => (one.Key, one.Value)),
            YamlList list => list.Items.Select((item, index) => ($"{index}", item)),
            var other => [("0", other)],
        };
        foreach (var (name, value) in written)
        {
            if (Condition(value, kind, known, create) is { } condition)
            {
                conditions.Add((name, condition));
            }
        }

        var joined = fields.Text($"{kind}_cond_expr") is { } expression
            ? Expression(step.Find($"{kind}_cond_expr")!, expression, entry?.Value is YamlMap, conditions)
            : Join(conditions, fields.Text($"{kind}_cond_op") == "or");
        return new(joined is not null && fields.Text($"{kind}_cond_not") is "true" or "True" ? subject => !joined(subject) : joined);
    }

    private Func<T, bool>? Condition<T>(
        YamlNode node, string kind, string[] known, Func<string, YamlMap, DocumentFields, Func<T, bool>?> create)
    {
        if (node is not YamlMap map || new DocumentFields(map, problems) is var fields && fields.Text("type") is not { } type)
        {
            problems.Error("pipeline", node.At, "A condition is a map with a type.");
            return null;
        }

        if (!known.Contains(type))
        {
            problems.Error("pipeline", node.At,
                $"The condition {type} is not read for {kind}_conditions. There are {string.Join(", ", known)}.");
            return null;
        }

        foreach (var entry in map.Entries.Where(entry => entry.Key != "type" && !Members[type].Contains(entry.Key)))
        {
            problems.Error("pipeline", entry.At, $"{entry.Key} is no member of {type}. It has {string.Join(", ", Members[type])}.");
        }

        var errors = problems.Errors;
        var condition = create(type, map, fields);
        if (condition is null && problems.Errors == errors)
        {
            var needed = Members[type].Except(["op", "cond", "mode"]);
            problems.Error("pipeline", node.At, $"The condition {type} needs {string.Join(" and ", needed)}.");
        }

        return condition;
    }

    private static Func<T, bool>? Join<T>(List<(string Name, Func<T, bool> Holds)> conditions, bool isAny) =>
        conditions.Count == 0 ? null
        : isAny ? subject => conditions.Exists(condition => condition.Holds(subject))
        : subject => conditions.TrueForAll(condition => condition.Holds(subject));

    /// <summary>Conditions with names, which an expression joins by and, or, not and brackets.</summary>
    private Func<T, bool>? Expression<T>(
        YamlEntry entry, string text, bool haveNames, List<(string Name, Func<T, bool> Holds)> conditions)
    {
        if (!haveNames)
        {
            problems.Error("pipeline", entry.At, $"{entry.Key} needs conditions with names: a map, not a list.");
            return null;
        }

        var (parsed, error) = ConditionParser.Parse(text);
        if (error is not null)
        {
            problems.Error("pipeline", entry.At, error.Message);
            return null;
        }

        var used = new HashSet<string>();
        var joined = Of(parsed!);
        foreach (var (name, _) in conditions.Where(condition => !used.Contains(condition.Name)))
        {
            problems.Error("pipeline", entry.At, $"{entry.Key} does not name the condition {name}.");
        }

        return joined;

        Func<T, bool>? Of(ConditionNode node)
        {
            switch (node)
            {
                case NameCondition { Name: var name }:
                    used.Add(name);
                    var found = conditions.Find(condition => condition.Name == name).Holds;
                    if (found is null)
                    {
                        problems.Error("pipeline", entry.At, $"There is no condition {name}.");
                    }

                    return found;
                case NotCondition not:
                    return Of(not.Operand) is { } operand ? subject => !operand(subject) : null;
                case AndCondition and:
                    return Join([.. and.Operands.Select(Of).OfType<Func<T, bool>>().Select(holds => ("", holds))], isAny: false);
                case OrCondition or:
                    return Join([.. or.Operands.Select(Of).OfType<Func<T, bool>>().Select(holds => ("", holds))], isAny: true);
                default:
                    problems.Error("pipeline", entry.At, $"{entry.Key} joins names of conditions by and, or and not.");
                    return null;
            }
        }
    }

    private static Func<PipelineRun, bool> LogSource(DocumentFields fields)
    {
        var source = new LogSource(fields.Text("product"), fields.Text("category"), fields.Text("service"));
        return run => run.Sources.Any(source.Contains);
    }

    private static Func<PipelineRun, bool>? State(YamlMap map, DocumentFields fields) =>
        fields.Text("key") is { } key && map.Find("val")?.Value is YamlScalar value
            && (fields.Text("op") ?? "eq") is var operation
            ? run => run.State.TryGetValue(key, out var state)
                && (state is YamlScalar one ? RuleAttributes.Compare(one, value, operation) : operation == "ne") // a list equals none
            : null;

    private Func<ItemSubject, bool>? Match(YamlMap map, DocumentFields fields)
    {
        var (regex, problem) = PatternText.Expression(fields.Text("pattern") ?? "");
        if (regex is null)
        {
            problems.Error("pipeline", map.At, problem!);
            return null;
        }

        var isNegated = fields.Text("negate") is "true" or "True";
        return Every(fields, leaf =>
            (leaf.Test is TextTest && regex.Match(PatternText.Of(leaf)) is { Success: true, Index: 0 }) != isNegated);
    }

    /// <summary>All values, or any of them, as <c>cond</c> says.</summary>
    private static Func<ItemSubject, bool> Every(DocumentFields fields, Func<FieldNode, bool> condition) =>
        fields.Text("cond") == "all"
            ? subject => DetectionTree.Leaves(subject.Item.Node).All(condition)
            : subject => DetectionTree.Leaves(subject.Item.Node).Any(condition);

    private Func<string, bool>? Names(YamlMap map, DocumentFields fields)
    {
        var names = fields.Texts("fields").Select(text => text.Text).ToList();
        if (fields.Text("mode") != "re")
        {
            return names.Contains;
        }

        var expressions = names.ConvertAll(PatternText.Expression);
        if (expressions.Find(one => one.Problem is not null).Problem is { } problem)
        {
            problems.Error("pipeline", map.At, problem);
            return null;
        }

        return field => expressions.Exists(one => one.Expression!.Match(field) is { Success: true, Index: 0 });
    }

    private static bool Is(FieldNode leaf, string? value) => leaf.Test switch
    {
        TextTest text => PatternText.Of(text.Pattern) == value,
        NumberTest number => number.Number == value,
        _ => false,
    };
}
