using System.Text.RegularExpressions;
using Sigma.Engine.Detections;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>Reads the conditions of a step.</summary>
internal sealed class PipelineConditions(ProblemList problems)
{
    private static readonly string[] OfRules =
    [
        "logsource", "contains_field", "contains_detection_item", "processing_item_applied", "processing_state", "is_sigma_rule",
        "is_sigma_correlation_rule", "rule_attribute",
    ];

    private static readonly string[] OfItems =
        ["match_string", "match_value", "contains_wildcard", "is_null", "processing_item_applied", "processing_state"];

    private static readonly string[] OfFields = ["include_fields", "exclude_fields", "processing_item_applied", "processing_state"];

    public ConditionGroup<PipelineRun> Rules(YamlMap step) => Read<PipelineRun>(step, "rule", OfRules, (type, map, fields) => type switch
    {
        "logsource" => LogSource(fields),
        "contains_field" => fields.Text("field") is var field
            ? run => DetectionTree.Leaves(run.Rule.Condition).Any(leaf => leaf.Field == field) : null,
        "contains_detection_item" => fields.Text("field") is var field && fields.Text("value") is var value
            ? run => DetectionTree.Leaves(run.Rule.Condition).Any(leaf => leaf.Field == field && Is(leaf.Test, value)) : null,
        "is_sigma_rule" => _ => true,
        "is_sigma_correlation_rule" => _ => false,
        "rule_attribute" => Attribute(map, fields),
        _ => Progress<PipelineRun>(type, fields, run => run),
    });

    public ConditionGroup<(PipelineRun Run, DetectionItem Item)> Items(YamlMap step) =>
        Read<(PipelineRun Run, DetectionItem Item)>(step, "detection_item", OfItems, (type, map, fields) => type switch
        {
            "match_string" => Match(map, fields),
            "match_value" => fields.Text("value") is var value ? Every(fields, test => Is(test, value)) : null,
            "contains_wildcard" => Every(fields, test => test is TextTest { Pattern.HasWildcards: true }),
            "is_null" => Every(fields, test => test is PresenceTest { IsPresent: false }),
            _ => Progress<(PipelineRun Run, DetectionItem Item)>(type, fields, subject => subject.Run),
        });

    public ConditionGroup<(PipelineRun Run, string? Field)> Fields(YamlMap step) =>
        Read<(PipelineRun Run, string? Field)>(step, "field_name", OfFields, (type, map, fields) => type switch
        {
            "include_fields" => Names(map, fields) is { } has ? subject => subject.Field is { } field && has(field) : null,
            "exclude_fields" => Names(map, fields) is { } has ? subject => subject.Field is not { } field || !has(field) : null,
            _ => Progress<(PipelineRun Run, string? Field)>(type, fields, subject => subject.Run),
        });

    private ConditionGroup<T> Read<T>(
        YamlMap step, string kind, string[] known, Func<string, YamlMap, DocumentFields, Func<T, bool>?> create)
    {
        var fields = new DocumentFields(step, problems);
        if (step.Find($"{kind}_cond_expr") is { } expression)
        {
            problems.Error("pipeline", expression.At, $"{expression.Key} is not read. Join the conditions by {kind}_cond_op: and, or: or.");
        }

        if (step.Find($"{kind}_conditions") is not { } entry)
        {
            return ConditionGroup<T>.None;
        }

        var conditions = new List<Func<T, bool>>();
        foreach (var item in entry.Value is YamlList list ? list.Items : [entry.Value])
        {
            if (item is not YamlMap map || new DocumentFields(map, problems) is var inner && inner.Text("type") is not { } type)
            {
                problems.Error("pipeline", item.At, "A condition is a map with a type.");
            }
            else if (!known.Contains(type) || create(type, map, inner) is not { } condition)
            {
                problems.Error("pipeline", item.At,
                    $"The condition {type} is not read for {kind}_conditions. There are {string.Join(", ", known)}.");
            }
            else
            {
                conditions.Add(condition);
            }
        }

        return new(conditions, fields.Text($"{kind}_cond_op") == "or", fields.Text($"{kind}_cond_not") is "true" or "True");
    }

    private static Func<PipelineRun, bool> LogSource(DocumentFields fields)
    {
        var source = new LogSource(fields.Text("product"), fields.Text("category"), fields.Text("service"));
        return run => source.Contains(run.Rule.LogSource);
    }

    private Func<PipelineRun, bool>? Attribute(YamlMap map, DocumentFields fields)
    {
        var (name, value) = (fields.Text("attribute"), fields.Text("value"));
        if (name is not ("title" or "id" or "name" or "level") || fields.Text("op") is not (null or "eq" or "ne"))
        {
            problems.Error("pipeline", map.At, "rule_attribute compares title, id, name or level by eq or ne.");
            return _ => false;
        }

        var isEqual = fields.Text("op") != "ne";
        return run => value == name switch
        {
            "title" => run.Rule.Title,
            "id" => run.Rule.Id,
            "name" => run.Rule.Name,
            _ => run.Rule.Level,
        } == isEqual;
    }

    private static Func<T, bool>? Progress<T>(string type, DocumentFields fields, Func<T, PipelineRun> runOf)
    {
        if (type == "processing_item_applied")
        {
            var id = fields.Text("processing_item_id");
            return subject => id is not null && runOf(subject).Applied.Contains(id);
        }

        var (key, value) = (fields.Text("key"), fields.Text("val"));
        return type == "processing_state"
            ? subject => key is not null && runOf(subject).State.TryGetValue(key, out var state) && state == value
            : null;
    }

    private Func<(PipelineRun Run, DetectionItem Item), bool>? Match(YamlMap map, DocumentFields fields)
    {
        if (Expression(map, fields.Text("pattern") ?? "") is not { } regex)
        {
            return _ => false;
        }

        var isNegated = fields.Text("negate") is "true" or "True";
        return Every(fields, test =>
            (test is TextTest { Pattern: var pattern } && regex.Match($"{pattern}") is { Success: true, Index: 0 }) != isNegated);
    }

    /// <summary>All values, or any of them, as <c>cond</c> says.</summary>
    private static Func<(PipelineRun Run, DetectionItem Item), bool> Every(DocumentFields fields, Func<ValueTest, bool> condition) =>
        fields.Text("cond") == "all"
            ? subject => subject.Item.Values.All(leaf => condition(leaf.Test))
            : subject => subject.Item.Values.Any(leaf => condition(leaf.Test));

    private Func<string, bool>? Names(YamlMap map, DocumentFields fields)
    {
        var names = fields.Texts("fields").Select(text => text.Text).ToList();
        if (fields.Text("mode") is not ("re" or "regex"))
        {
            return names.Contains;
        }

        var expressions = names.Select(name => Expression(map, name)).OfType<Regex>().ToList();
        return field => expressions.Exists(expression => expression.Match(field) is { Success: true, Index: 0 });
    }

    private Regex? Expression(YamlMap map, string text)
    {
        try
        {
            return PipelineExpression.Of(text);
        }
        catch (ArgumentException exception)
        {
            problems.Error("pipeline", map.At, exception.Message);
            return null;
        }
    }

    private static bool Is(ValueTest test, string? value) => test switch
    {
        TextTest text => $"{text.Pattern}" == value,
        NumberTest number => number.Number == value,
        _ => false,
    };
}
