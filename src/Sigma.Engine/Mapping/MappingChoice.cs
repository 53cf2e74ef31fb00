using Sigma.Engine.Detections;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Mapping;

/// <summary>Chooses among mappings: the first whose <c>when</c> holds for a record. Each is a rule, so any evaluator can choose.</summary>
public static class MappingChoice
{
    /// <param name="mappings">The mappings; the first that holds counts.</param>
    /// <returns>A rule for each mapping, by the names in records; null when the first holds for all.</returns>
    public static RuleSet? Of(IReadOnlyList<EventMapping> mappings) => mappings is [] or [{ When: [] }, ..]
        ? null
        : new([.. mappings.Select(RuleOf)], [], [], []);

    private static SigmaRule RuleOf(EventMapping mapping) => new()
    {
        Title = mapping.Name,
        File = mapping.Name,
        At = new(1, 1),
        LogSource = LogSource.Any,
        Condition = mapping.When.Count == 0 ? new AllOfNode([]) : new AnyOfNode([.. mapping.When.Select(when => new AllOfNode(
            [.. when.Select(field => new AnyOfNode([.. field.Value.Select(value => NodeOf(field.Key, value))]))]))]),
    };

    private static FieldNode NodeOf(string field, string value) => new(
        field.StartsWith("$.", StringComparison.Ordinal) ? field[2..] : field,
        new TextTest(LogSourceRow.PatternOf(value), IsCased: false),
        new(1, 1));
}
