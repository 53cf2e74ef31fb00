using System.Text;
using Hosting.Errors;
using Microsoft.Extensions.Options;
using Sigma.Engine.Correlations;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Reference;
using Sigma.Engine.Rules;
using Sigma.Streams.Events;
using Sigma.Streams.Explaining;
using Sigma.Streams.Reloading;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Editing;

/// <summary>Tries a rule on some events: nothing is kept, and no alert goes out.</summary>
internal sealed class RuleTrial(IOptions<SigmaOptions> options, EventInputs inputs, RuleEditor editor)
{
    public const int MaxEvents = 100;

    private const string File = "rule";

    public Result<TrialResult> Run(TrialRequest request, CancellationToken cancellationToken)
    {
        var rules = editor.With(File, request.Rule);
        if (Records(request.Events, cancellationToken) is not { } records)
        {
            return new Error(EditErrors.Invalid, $"At most {MaxEvents} events can be tried at once.");
        }

        var correlations = rules.Correlations.Where(rule => rule.File == File).ToList();
        var tried = rules with
        {
            Rules = [.. rules.Rules.Where(rule => rule.File == File || correlations.Exists(other => other.RefersTo(rule)))],
            Correlations = correlations,
        };
        var evaluators = ReferenceEvaluator.Of(tried, inputs.Mappings, options.Value.Routing);
        var (asked, correlator, fired) = (new CorrelationFields(tried), new Correlator(tried, new() { Lateness = null }),
            new List<CorrelationAlert>());
        var (events, time) = (new List<TriedEvent>(), DateTimeOffset.UnixEpoch);
        foreach (var record in records)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var verdict = evaluators.Evaluate(record.Utf8);
            time = evaluators.Mapping.Times.Find(verdict.Death is null ? record.Utf8.Span : []) ?? time;
            foreach (var rule in verdict.Matches.Select(match => tried.Rules[match.Rule]))
            {
                if (asked.Of(rule) is { } names)
                {
                    correlator.Add(new(rule, time, record.Place, evaluators.TextsOf(names)), fired);
                }
            }

            events.Add(new(
                verdict.Death?.Sentence(),
                [.. verdict.Matches.Select(match => FiringOf(tried.Rules[match.Rule], match))],
                request.Explain && verdict.Death is null ? Explain(tried, evaluators.Last!, record.Utf8) : []));
        }

        correlator.Complete(fired);
        return new TrialResult(
            [.. rules.Problems.Where(problem => problem.File == File).Select(ProblemView.Of)],
            events,
            [.. fired.Select(alert => new Firing(alert.Rule.Title, alert.Group.ToDictionary(field => field.Key, field => field.Value)))]);
    }

    private static Firing FiringOf(SigmaRule rule, RuleMatch match) =>
        new(rule.Title, match.Fields.ToDictionary(field => field.Name, field => field.Text));

    private static List<string> Explain(RuleSet rules, ReferenceEvaluator evaluator, ReadOnlyMemory<byte> record) =>
        [.. rules.Rules.SelectMany(rule => ExplainedText.Lines(rule, evaluator, record))];

    /// <returns>Null when there are too many.</returns>
    private List<EventRecord>? Records(string text, CancellationToken cancellationToken)
    {
        var records = new List<EventRecord>();
        var stream = new MemoryStream(Encoding.UTF8.GetBytes(text));
        using var opened = EventFile.Open("-", stream, format: null, inputs.Unwrapper);
        while (opened.Reader.Read(cancellationToken) is { Count: > 0 } batch)
        {
            records.AddRange(batch);
            if (records.Count > MaxEvents)
            {
                return null;
            }
        }

        return records;
    }
}
