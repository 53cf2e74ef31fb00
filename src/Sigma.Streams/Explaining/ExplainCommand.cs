using Hosting.Lifetime;
using Sigma.Engine.Reference;
using Sigma.Streams.Events;
using Sigma.Streams.Events.Formats;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Explaining;

/// <summary>Shows the condition of rules as a tree: each leaf with its verdict and the value that it saw, or why there was none.</summary>
internal static class ExplainCommand
{
    public static async Task<int> RunAsync(
        ExplainOptions options, Stream input, Stream output, TextWriter messages, CancellationToken cancellationToken)
    {
        var mappings = RuleInputs.Mappings(options.Mappings);
        var rules = RuleInputs.Rules([options.Rule], options.Placeholders, new() { Pipelines = options.Pipelines });
        foreach (var problem in rules.Problems.Where(problem => problem.IsError))
        {
            await messages.WriteLineAsync($"{problem}");
        }

        var unwrapper = RuleInputs.Unwrapper(options.Records, mappings);
        if (rules.Rules.Count == 0 || Find(options, unwrapper, input, cancellationToken) is not { } record)
        {
            await messages.WriteLineAsync(rules.Rules.Count == 0
                ? $"explain: {options.Rule} has no rule that can be evaluated."
                : $"explain: {options.Events} has no record {options.Index}.");
            return ExitCode.NotDone;
        }

        var evaluators = ReferenceEvaluator.Of(rules, mappings, routes: true);
        var verdict = evaluators.Evaluate(record.Utf8);
        using var evaluator = evaluators.Last;
        if (verdict.Death is { } death)
        {
            await messages.WriteLineAsync($"explain: {options.Events}, record {options.Index}: {death.Sentence()}");
            return ExitCode.Found;
        }

        await using var writer = new StreamWriter(output, leaveOpen: true);
        foreach (var rule in rules.Rules)
        {
            foreach (var line in ExplainedText.Lines(rule, evaluator!, record.Utf8))
            {
                await writer.WriteLineAsync(line);
            }
        }

        return ExitCode.Done;
    }

    private static EventRecord? Find(ExplainOptions options, Unwrapper unwrapper, Stream input, CancellationToken cancellationToken)
    {
        using var opened = EventFile.Open(options.Events, input, options.Format, unwrapper);
        while (opened.Reader.Read(cancellationToken) is { Count: > 0 } records)
        {
            foreach (var record in records)
            {
                if (record.Index == options.Index)
                {
                    return record;
                }
            }
        }

        return null;
    }
}

/// <param name="Rule">A file.</param>
/// <param name="Events">A file, or <c>-</c>.</param>
/// <param name="Index">Which of its records; the first is 0.</param>
/// <param name="Mappings">Names and files; none: names are taken as they are.</param>
/// <param name="Placeholders">A file; null for none.</param>
internal sealed record ExplainOptions(string Rule, string Events, long Index, IReadOnlyList<string> Mappings, string? Placeholders)
{
    /// <summary>Paths of records in containers; none: known containers are found.</summary>
    public IReadOnlyList<string> Records { get; init; } = [];

    /// <summary>Files of pipelines, which change the rules.</summary>
    public IReadOnlyList<string> Pipelines { get; init; } = [];

    /// <summary>The format of the file; null: it is detected.</summary>
    public EventFormat? Format { get; init; }
}
