using Sigma.Engine.Reference;
using Sigma.Engine.Rules;

namespace Sigma.Streams.Explaining;

/// <summary>The verdict of a rule over a record, and its condition as a tree, in lines.</summary>
internal static class ExplainedText
{
    /// <param name="rule">The rule.</param>
    /// <param name="evaluator">Has the mapping of the record.</param>
    /// <param name="record">A record.</param>
    public static IEnumerable<string> Lines(SigmaRule rule, ReferenceEvaluator evaluator, ReadOnlyMemory<byte> record)
    {
        var tree = evaluator.Explain(rule, record)!;
        return [$"{rule.Title}: {Verdict(rule, evaluator.LogSource, tree.Holds)}", .. Lines(tree, 1)];
    }

    private static string Verdict(SigmaRule rule, EventSource source, bool holds) => source.Excludes(rule.LogSource)
        ? $"does not fire: it is for {rule.LogSource}, and the record is of {source}; the condition is {(holds ? "true" : "false")}"
        : holds ? "fires" : "does not fire";

    private static IEnumerable<string> Lines(ExplainedNode node, int depth)
    {
        var saw = node.Saw is null ? "" : $" ({node.Saw})";
        return
        [
            $"{new string(' ', depth * 2)}{(node.Holds ? "true " : "false")} {node.Text}{saw}",
            .. node.Inner.SelectMany(inner => Lines(inner, depth + 1)),
        ];
    }
}
