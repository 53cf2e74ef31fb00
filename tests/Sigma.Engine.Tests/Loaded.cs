using System.Text;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Reference;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Rules from text, and verdicts over records from text.</summary>
internal static class Loaded
{
    /// <summary>The rules a and b, for correlations that refer to them; another document may follow.</summary>
    public const string RulesAAndB = """
        title: A
        name: a
        logsource: { product: test }
        detection: { s: { x: 1 }, condition: s }
        ---
        title: B
        name: b
        logsource: { product: test }
        detection: { s: { x: 2 }, condition: s }
        ---

        """;

    public static RuleSet Rules(params string[] files) => Rules(Placeholders.None, files);

    public static RuleSet Rules(Placeholders placeholders, params string[] files) =>
        RuleLoader.Load(files.Select((text, index) => new RuleText($"{index}.yml", text)), placeholders);

    /// <summary>A rule with this detection, in YAML; its lines begin at the left.</summary>
    public static string Rule(string detection, string title = "Test") =>
        $"title: {title}\nlogsource: {{ product: test }}\ndetection:\n  {Indent(detection)}\n";

    /// <summary>Whether the one rule fires, asked of every evaluator, which have to agree.</summary>
    public static bool Fires(string detection, string record)
    {
        var rules = Rules(Rule(detection));
        rules.Problems.Where(problem => problem.IsError).ShouldBeEmpty();
        return Evaluate(rules, record).Matches.Count > 0;
    }

    public static string Indent(string lines) => lines.ReplaceLineEndings("\n").Replace("\n", "\n  ", StringComparison.Ordinal);

    public static RecordVerdict Evaluate(RuleSet rules, string record, EventMapping? mapping = null) =>
        Evaluate(rules, Encoding.UTF8.GetBytes(record), mapping);

    public static RecordVerdict Evaluate(RuleSet rules, byte[] record, EventMapping? mapping = null)
    {
        mapping ??= EventMapping.None;
        using var reference = new ReferenceEvaluator(rules, mapping, routes: true);
        var fast = new RecordMatcher(CompiledRules.Compile(rules, mapping, routes: true, []));
        var evaluator = new VerifyingEvaluator(fast, reference, rules);
        var verdict = evaluator.Evaluate(record);
        evaluator.Difference.ShouldBeNull();
        return verdict;
    }
}
