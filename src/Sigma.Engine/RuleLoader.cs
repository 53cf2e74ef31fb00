using System.Text;
using Sigma.Engine.Filters;
using Sigma.Engine.Pipelines;
using Sigma.Engine.Rules;

namespace Sigma.Engine;

/// <summary>Makes a set of rules from files. An invalid document is refused with a message; the others load.</summary>
public static class RuleLoader
{
    /// <summary>In characters of UTF-8 text. A longer file is refused without reading the rest.</summary>
    public const int MaxFileBytes = 1 << 20;

    /// <param name="files">The files.</param>
    /// <param name="placeholders">The values of placeholders.</param>
    /// <param name="pipelines">Change the rules, by their priorities.</param>
    public static RuleSet Load(IEnumerable<RuleText> files, Placeholders placeholders, params IReadOnlyList<RulePipeline> pipelines)
    {
        placeholders = pipelines.Aggregate(placeholders, (all, pipeline) => all.With(pipeline.Placeholders));
        placeholders = pipelines.Any(pipeline => pipeline.ReplacesPlaceholders) ? placeholders.BeforePipelines() : placeholders;
        var problems = new List<RuleProblem>();
        var documents = new List<SigmaDocument>();
        foreach (var read in files.AsParallel().AsOrdered().Select(text => Read(text, placeholders, pipelines.Count > 0)))
        {
            documents.AddRange(read.Documents);
            problems.AddRange(read.Problems);
        }

        documents = RefuseTwins(documents, problems);
        IReadOnlyList<SigmaRule> rules = [.. documents.OfType<SigmaRule>()];
        var filters = FilterJoin.Refuse([.. documents.OfType<FilterRule>()], rules, problems);
        rules = FilterJoin.Apply(rules, filters);
        IReadOnlyList<CorrelationRule> correlations = [.. documents.OfType<CorrelationRule>()];
        if (pipelines.Count > 0)
        {
            (rules, correlations) = RulePipeline.Apply(pipelines, rules, correlations, problems);
        }

        correlations = CorrelationOrder.Sort(rules, correlations, problems);
        (rules, correlations) = CorrelationOrder.Silence(rules, correlations);
        return new(rules, correlations, filters, problems);
    }

    private static (IReadOnlyList<SigmaDocument> Documents, IReadOnlyList<RuleProblem> Problems) Read(
        RuleText rule, Placeholders placeholders, bool isForPipelines)
    {
        var (file, text) = rule;
        if (Encoding.UTF8.GetByteCount(text) > MaxFileBytes)
        {
            return ([], [new(file, new(1, 1), "size", "The file is larger than 1 MiB. Split it.", IsError: true)]);
        }

        var problems = new List<RuleProblem>();
        return ([.. new RuleReader(file, placeholders, new(file, problems), isForPipelines).Read(text)], problems);
    }

    private static List<SigmaDocument> RefuseTwins(List<SigmaDocument> documents, List<RuleProblem> problems)
    {
        var known = new Dictionary<string, SigmaDocument>(StringComparer.OrdinalIgnoreCase);
        return documents.FindAll(document =>
        {
            if (document.Id is not { } id || known.TryAdd(id, document))
            {
                return true;
            }

            var first = known[id];
            problems.Add(new(
                document.File, document.At, "id", $"{first.File}:{first.At} has the same id {id}. Change one of them.", IsError: true));
            return false;
        });
    }
}
