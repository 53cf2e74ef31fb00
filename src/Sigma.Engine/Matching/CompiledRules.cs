using Sigma.Engine.Mapping;
using Sigma.Engine.Detections;
using Sigma.Engine.Records;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Matching;

/// <summary>A set of rules, compiled for one mapping. It does not change, and any number of threads may use it.</summary>
public sealed class CompiledRules
{
    private CompiledRules(RuleSet rules, EventMapping mapping, bool routes, IEnumerable<string> fields)
    {
        (Rules, Mapping) = (rules, mapping);
        var predicates = new PredicateSet(mapping);
        var compiler = new RuleCompiler(predicates);
        Programs = [.. rules.Rules.Select(rule => compiler.Compile(rule.Condition))];
        var witnesses = Programs.Select(compiler.Witnesses).ToList();
        Always = [.. Enumerable.Range(0, Programs.Length).Where(rule => witnesses[rule] is null)];
        Rows = [.. mapping.LogSources.Select(row => (Compile(predicates, row), row))];
        foreach (var field in fields)
        {
            predicates.Field(field);
        }

        (Tree, Fields) = predicates.Build();
        (FieldNumbers, KeywordField) = (predicates.Fields, predicates.KeywordField);
        (Predicates, LiteralPredicates) = ([.. predicates.Predicates], predicates.LiteralPredicates);
        WitnessRules = Invert(witnesses, Predicates.Length);
        NodeFields = InvertNodes(Fields, Tree.Count + 1);
        Sources = [.. rules.Rules.Select(rule => rule.LogSource)];
        SilentFields = [.. rules.Rules.Select(rule => Silence.Satisfies(rule.Condition)
            ? Silence.Fields(rule.Condition).Distinct().Select(field => FieldNumbers[field]).ToArray() : null)];
        Routes = routes && Rows.Length > 0;
        if (Rows.Length > EventMapping.MaxLogSources)
        {
            throw new ArgumentException($"More than {EventMapping.MaxLogSources} rows of log sources.", nameof(mapping));
        }
    }

    public RuleSet Rules { get; }

    public EventMapping Mapping { get; }

    internal NameTree Tree { get; }

    internal FieldPlan[] Fields { get; }

    internal IReadOnlyDictionary<string, int> FieldNumbers { get; }

    internal int KeywordField { get; }

    internal Predicate[] Predicates { get; }

    internal int[][] LiteralPredicates { get; }

    /// <summary>For each predicate the rules to evaluate when it is found.</summary>
    internal int[][] WitnessRules { get; }

    /// <summary>For each node the fields that have its name, and the name's place among the field's names.</summary>
    internal (int Field, int Priority)[][] NodeFields { get; }

    internal CompiledNode[] Programs { get; }

    /// <summary>Rules that are evaluated for every record.</summary>
    internal int[] Always { get; }

    internal (CompiledNode When, LogSourceRow Row)[] Rows { get; }

    internal LogSource[] Sources { get; }

    /// <summary>For each rule that fires on an event without any field the fields of which it asks for; null for the others.</summary>
    internal int[]?[] SilentFields { get; }

    internal bool Routes { get; }

    /// <summary>Whether a match has the values by which its rule fired.</summary>
    internal bool Describes { get; init; } = true;

    /// <param name="rules">The rules to compile.</param>
    /// <param name="mapping">The mapping of field names.</param>
    /// <param name="routes">Skips rules whose log source the record's contradicts.</param>
    /// <param name="fields">Further fields whose values are needed.</param>
    public static CompiledRules Compile(RuleSet rules, EventMapping mapping, bool routes, IEnumerable<string> fields) =>
        new(rules, mapping, routes, fields);

    /// <summary>Rules of which only the numbers of those that fire are asked.</summary>
    internal static CompiledRules OfChoice(RuleSet rules) => new(rules, EventMapping.None, routes: false, []) { Describes = false };

    private static CompiledNode Compile(PredicateSet predicates, LogSourceRow row) => new(NodeKind.All, -1, 0,
        [.. row.When.Select(when => new CompiledNode(NodeKind.Any, -1, 0,
            [.. when.Value.Select(value => new CompiledNode(NodeKind.Predicate,
                predicates.Add(when.Key, new TextTest(LogSourceRow.PatternOf(value), IsCased: false)).Id,
                0,
                []))]))]);

    private static int[][] Invert(List<WitnessSet?> witnesses, int predicates)
    {
        var rules = new List<int>?[predicates];
        for (var rule = 0; rule < witnesses.Count; rule++)
        {
            foreach (var predicate in witnesses[rule]?.Predicates ?? [])
            {
                (rules[predicate] ??= []).Add(rule);
            }
        }

        return [.. rules.Select(list => list?.ToArray() ?? [])];
    }

    private static (int Field, int Priority)[][] InvertNodes(FieldPlan[] fields, int nodes)
    {
        var inverted = new List<(int, int)>?[nodes];
        for (var field = 0; field < fields.Length; field++)
        {
            for (var priority = 0; priority < fields[field].Nodes.Length; priority++)
            {
                (inverted[fields[field].Nodes[priority]] ??= []).Add((field, priority));
            }
        }

        return [.. inverted.Select(list => list?.ToArray() ?? [])];
    }
}
