using Durable;
using Sigma.Engine;
using Sigma.Engine.Aggregates;
using Sigma.Engine.Correlations;
using Sigma.Engine.Mapping;
using Sigma.Engine.Pipelines;
using Sigma.Engine.Rules;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.RuleFiles;

/// <summary>The inputs of a command line: rules, placeholders and a mapping.</summary>
internal static class RuleInputs
{
    /// <param name="paths">Files and folders.</param>
    /// <param name="placeholders">A file; null for none.</param>
    public static RuleSet Rules(IEnumerable<string> paths, string? placeholders) => Rules(paths, placeholders, RuleChanges.None);

    /// <param name="paths">Files and folders.</param>
    /// <param name="placeholders">A file; null for none.</param>
    /// <param name="changes">What is done with the rules.</param>
    public static RuleSet Rules(IEnumerable<string> paths, string? placeholders, RuleChanges changes) =>
        Rules(RuleFolder.Read(paths, RuleTexts.None), placeholders, new(), changes);

    /// <param name="read">The contents of the files.</param>
    /// <param name="placeholders">A file; null for none.</param>
    /// <param name="limits">Limits beyond which a correlation gets a warning.</param>
    /// <param name="changes">What is done with the rules.</param>
    /// <exception cref="IOException">The placeholders or pipelines cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">They may not be read.</exception>
    public static RuleSet Rules(
        RuleTexts read, string? placeholders, CorrelationLimits limits, RuleChanges changes)
    {
        var problems = read.Problems.ToList();
        var known = placeholders is null
            ? Placeholders.None
            : Placeholders.Read(placeholders, SharedFile.ReadAllText(placeholders), problems);
        var pipelines = changes.Pipelines.Select(file => PipelineReader.Read(file, SharedFile.ReadAllText(file), problems)
            ?? throw new InvalidDataException(string.Join(Environment.NewLine, problems.Where(problem => problem.File == file)))).ToList();
        IReadOnlyList<RuleText> texts =
            changes.Legacy ? [.. read.Texts.Select(file => AggregateConverter.Convert(file, problems))] : read.Texts;
        var rules = RuleLoader.Load(texts, known, pipelines);
        rules = rules with { Rules = Chosen(rules, changes) };
        if (changes.MergesCustomFields)
        {
            rules = rules with
            {
                Rules = [.. rules.Rules.Select(rule => rule with { MergesCustomFields = true })],
                Correlations = [.. rules.Correlations.Select(rule => rule with { MergesCustomFields = true })],
            };
        }

        var written = texts.Where(file => file.Origins is not null).ToDictionary(file => file.File);
        var unconverted = problems.Where(problem => problem.Code == AggregateConverter.Code)
            .Select(problem => (problem.File, problem.At.Line)).ToHashSet();
        problems.AddRange(rules.Problems
            .Select(problem => written.TryGetValue(problem.File, out var file) ? problem with { At = file.OriginOf(problem.At) } : problem)
            .Where(problem => !unconverted.Contains((problem.File, problem.At.Line)))); // the converter has told what to do
        problems.AddRange(rules.Correlations.Where(limits.Hides).Select(rule => new RuleProblem(rule.File, rule.At, "limit",
            $"The condition compares with more than the {limits.MaxEntries} matches that a group holds. "
            + "Ask for fewer, or raise Sigma:Limits:MaxEntries of the service.", IsError: false)));
        return rules with { Problems = problems };
    }

    /// <summary>The chosen rules, and those that correlations refer to.</summary>
    private static List<SigmaRule> Chosen(RuleSet rules, RuleChanges changes)
    {
        bool IsOf(IReadOnlyList<string> wanted, string? value) =>
            wanted.Count == 0 || wanted.Contains(value, StringComparer.OrdinalIgnoreCase);

        var asked = new CorrelationFields(rules);
        return [.. rules.Rules.Where(rule => asked.Of(rule) is not null
            || (IsOf(changes.Products, rule.LogSource.Product) && IsOf(changes.Services, rule.LogSource.Service)
                && IsOf(changes.Titles, rule.Title))).Take(changes.MaxRules ?? int.MaxValue)];
    }

    /// <param name="paths">Paths of records, such as <c>$.Records[*]</c>; none: those of the mappings, or known containers.</param>
    /// <param name="mappings">The mappings.</param>
    /// <exception cref="InvalidDataException">A text is not a path.</exception>
    public static Unwrapper Unwrapper(IReadOnlyCollection<string> paths, IReadOnlyList<EventMapping> mappings)
    {
        var named = paths.Select(path => RecordPath.Parse(path) ?? throw new InvalidDataException(
            $"{path} is not a path of records. Write one such as $.Records[*], or $ if every object is a record."));
        return Unwrapping.Unwrapper.Of(paths.Count > 0 ? [.. named] : [.. mappings.SelectMany(mapping => mapping.Records)]);
    }

    /// <summary>The mappings in their order; the first whose <c>when</c> holds for an event counts.</summary>
    /// <param name="mappings">Names of those that are built in, and files; none: names are taken as they are.</param>
    /// <exception cref="InvalidDataException">A file is not a mapping.</exception>
    public static IReadOnlyList<EventMapping> Mappings(IReadOnlyList<string> mappings) => mappings switch
    {
        [] => [EventMapping.None],
        [var single] when MappingReader.BuiltIn.Contains(single) => [Mapping(single) with { When = [] }],
        _ => [.. mappings.Select(Mapping)],
    };

    private static EventMapping Mapping(string mapping)
    {
        if (MappingReader.BuiltIn.Contains(mapping))
        {
            return MappingReader.Load(mapping);
        }

        if (!File.Exists(mapping))
        {
            throw new InvalidDataException(
                $"There is no mapping {mapping}: name a file, or one of {string.Join(", ", MappingReader.BuiltIn)}.");
        }

        var problems = new List<RuleProblem>();
        var read = MappingReader.Read(mapping, SharedFile.ReadAllText(mapping), problems);
        return problems.Count == 0 ? read : throw new InvalidDataException(string.Join(Environment.NewLine, problems));
    }
}
