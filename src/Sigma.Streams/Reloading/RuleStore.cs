using System.Diagnostics;
using Microsoft.Extensions.Options;
using Sigma.Engine.Rules;
using Sigma.Streams.Judging;
using Sigma.Streams.Metrics;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Reloading;

/// <summary>Loads rules, and gives them to the judge: a new index is built while the old one is in use, and then replaces it.</summary>
internal sealed partial class RuleStore(
    IOptions<SigmaOptions> options, IOptions<SigmaLimits> limits, EventInputs inputs, Judge judge, RuleCounts counts,
    SigmaMetrics metrics, ILogger<RuleStore> logger)
{
    private readonly Lock _lock = new();
    private readonly SortedDictionary<string, RuleTexts> _origins = new(StringComparer.Ordinal);
    private readonly HashSet<string> _awaited = [];
    private readonly TaskCompletionSource _loaded = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The problems of rules, including those of a refused change.</summary>
    public IReadOnlyList<RuleProblem> Problems { get; private set; } = [];

    /// <summary>Why the last change was not applied; null when it was.</summary>
    public string? Refused { get; private set; }

    /// <summary>Completes when there are rules in use, and every expected origin has delivered: nothing is judged before.</summary>
    public Task Loaded => _loaded.Task;

    /// <summary>The number of documents by their state.</summary>
    public IEnumerable<KeyValuePair<string, long>> States =>
    [
        new("rule", judge.Rules.Rules.Rules.Count),
        new("correlation", judge.Rules.Rules.Correlations.Count),
        new("filter", judge.Rules.Rules.Filters.Count),
        new("refused", Problems.Where(problem => problem.IsError).Select(problem => (problem.File, problem.At)).Distinct().Count()),
    ];

    /// <returns>The text of a file as it was last read; null when no origin has it.</returns>
    public string? TextOf(string file)
    {
        lock (_lock)
        {
            return _origins.Values.SelectMany(read => read.Texts).FirstOrDefault(text => text.File == file)?.Text;
        }
    }

    /// <summary>At the start: announces rules of this origin, however long they take.</summary>
    public void Await(string origin)
    {
        lock (_lock)
        {
            _awaited.Add(origin);
        }
    }

    /// <summary>Loads rules, and uses them if at least one is valid.</summary>
    /// <param name="origin">Their origin; the rules of other origins stay.</param>
    /// <param name="read">All rules of that origin; missing ones are removed.</param>
    /// <returns>Whether they are in use, or other origins are still expected.</returns>
    /// <exception cref="IOException">The placeholders cannot be read: the rules in use stay, and the caller tries again.</exception>
    /// <exception cref="UnauthorizedAccessException">They may not be read; the same.</exception>
    public bool Apply(string origin, RuleTexts read)
    {
        lock (_lock)
        {
            _origins[origin] = read;
            _awaited.Remove(origin);
            var isApplied = Apply();
            if (isApplied && _awaited.Count == 0)
            {
                _loaded.TrySetResult();
            }

            return isApplied || _awaited.Count > 0;
        }
    }

    private bool Apply()
    {
        var started = Stopwatch.GetTimestamp();
        var rules = Load();
        Problems = rules.Problems;
        foreach (var problem in rules.Problems.Where(problem => problem.IsError))
        {
            Log.RefusedRule(logger, $"{problem}");
        }

        var isApplied = rules.Rules.Count > 0;
        if (isApplied)
        {
            judge.Use(RuleIndex.Of(rules, inputs.Mappings, options.Value.Routing, inputs.Unwrapper) with
            {
                IsFirstMatchOnly = options.Value.FirstMatch,
            });
            counts.Keep(rules.Rules.Select(rule => rule.Key).Concat(rules.Correlations.Select(rule => rule.Key)).ToHashSet());
            Refused = null;
            Log.Applied(logger, rules.Rules.Count, rules.Correlations.Count, rules.Filters.Count);
        }
        else
        {
            Refused = "No rule is valid, so the previous rules stay in use. GET /v1/rules shows the errors.";
            if (_loaded.Task.IsCompleted)
            {
                Log.NoneIsGood(logger); // at the start there are none that could stay
            }
        }

        metrics.Reloaded(isApplied, Stopwatch.GetElapsedTime(started));
        return isApplied;
    }

    private RuleSet Load()
    {
        try
        {
            var (texts, problems) = (_origins.Values.SelectMany(read => read.Texts), _origins.Values.SelectMany(read => read.Problems));
            return RuleInputs.Rules(new RuleTexts([.. texts], [.. problems]), options.Value.Placeholders, limits.Value.OfCorrelations,
                options.Value.RuleChanges);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Refused = $"The changed rules are not used yet, because the placeholders cannot be read: {exception.Message}";
            throw;
        }
    }

    private static partial class Log
    {
        [LoggerMessage(40, LogLevel.Information, "{Rules} rules, {Correlations} correlations and {Filters} filters are in use.")]
        public static partial void Applied(ILogger logger, int rules, int correlations, int filters);

        [LoggerMessage(41, LogLevel.Warning, "A rule is refused, and the others are in use: {Problem}")]
        public static partial void RefusedRule(ILogger logger, string problem);

        [LoggerMessage(42, LogLevel.Warning, "Rules have changed, but none is valid: the previous rules stay in use.")]
        public static partial void NoneIsGood(ILogger logger);
    }
}
