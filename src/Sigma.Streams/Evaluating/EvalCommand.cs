using Hosting.Lifetime;
using Sigma.Engine.Correlations;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Reference;
using Sigma.Engine.Rules;
using Sigma.Streams.Events;
using Sigma.Streams.RuleFiles;

namespace Sigma.Streams.Evaluating;

/// <summary>Evaluates rules over files of events.</summary>
internal static class EvalCommand
{
    public static async Task<int> RunAsync(
        EvalOptions options, Stream input, Stream output, TextWriter messages, CancellationToken cancellationToken)
    {
        var mappings = RuleInputs.Mappings(options.Mappings);
        var rules = RuleInputs.Rules(options.Rules, options.Placeholders, new()
        {
            Pipelines = options.Pipelines,
            Legacy = options.Legacy,
        });
        foreach (var problem in rules.Problems.Where(problem => problem.IsError || problem.Code == "pipeline"))
        {
            await messages.WriteLineAsync($"{problem}");
        }

        if (rules.Rules.Count == 0)
        {
            await messages.WriteLineAsync("eval: there is no rule. Name a file or a folder with one.");
            return ExitCode.NotDone;
        }

        var run = new EvalRun(
            rules, mappings, Create(options, rules, mappings), new(output, options.IsJson), messages, Environment.ProcessorCount,
            RuleInputs.Unwrapper(options.Records, mappings), options.Format, new(mappings, options.Routes));
        return await run.RunAsync(EventFiles.Find(options.Events, options.Include), input, cancellationToken);
    }

    private static Func<IRecordEvaluator> Create(EvalOptions options, RuleSet rules, IReadOnlyList<EventMapping> mappings)
    {
        IRecordEvaluator Reference() => ReferenceEvaluator.Of(rules, mappings, options.Routes);
        if (options.Evaluator == EvaluatorKind.Reference)
        {
            return Reference;
        }

        var compiled = new MappedRules(rules, mappings, options.Routes, [.. new CorrelationFields(rules).All]);
        return options.Evaluator == EvaluatorKind.Fast
            ? compiled.Matcher
            : () => new VerifyingEvaluator(compiled.Matcher(), Reference(), rules);
    }
}
