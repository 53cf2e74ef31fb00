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
        var mapping = RuleInputs.Mapping(options.Mapping);
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
            rules, mapping, Create(options, rules, mapping), new(output, options.IsJson), messages, Environment.ProcessorCount,
            RuleInputs.Unwrapper(options.Records, mapping), options.Format);
        return await run.RunAsync(EventFiles.Find(options.Events, options.Include), input, cancellationToken);
    }

    private static Func<IRecordEvaluator> Create(EvalOptions options, RuleSet rules, EventMapping mapping)
    {
        var compiled = CompiledRules.Compile(rules, mapping, options.Routes, new CorrelationFields(rules).All);
        return options.Evaluator switch
        {
            EvaluatorKind.Fast => () => new RecordMatcher(compiled),
            EvaluatorKind.Reference => () => new ReferenceEvaluator(rules, mapping, options.Routes),
            _ => () => new VerifyingEvaluator(new RecordMatcher(compiled), new ReferenceEvaluator(rules, mapping, options.Routes), rules),
        };
    }
}
