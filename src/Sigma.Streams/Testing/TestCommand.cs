using Hosting.Lifetime;
using Sigma.Engine.Rules;
using Sigma.Streams.RuleFiles;

namespace Sigma.Streams.Testing;

/// <summary>
/// Tests rules with the events beside them. Each event of <c>rule.match.ndjson</c> has to fire a rule of <c>rule.yml</c>, and no event of
/// <c>rule.nomatch.ndjson</c> may. If the file has correlations, the events together have to fire all of them, or none; if it has filters,
/// each event has to fire one of the filtered rules, or none.
/// </summary>
internal static class TestCommand
{
    public static async Task<int> RunAsync(
        IReadOnlyList<string> paths,
        IReadOnlyList<string> mappings,
        string? placeholders,
        Stream output,
        TextWriter messages,
        CancellationToken cancellationToken)
    {
        var rules = RuleInputs.Rules(paths, placeholders);
        foreach (var problem in rules.Problems.Where(problem => problem.IsError))
        {
            await messages.WriteLineAsync($"{problem}");
        }

        var (failures, events, untested) = (0, 0, 0);
        await using var writer = new StreamWriter(output, leaveOpen: true);
        var tests = new FileTests(rules, RuleInputs.Mappings(mappings));
        foreach (var file in Files(rules))
        {
            var cases = Cases(file).Where(one => File.Exists(one.Path)).ToList();
            untested += cases.Count == 0 ? 1 : 0;
            foreach (var (path, fires) in cases)
            {
                var (count, problems) = tests.Run(file, path, fires, cancellationToken);
                events += count;
                failures += problems.Count;
                foreach (var problem in problems)
                {
                    await writer.WriteLineAsync($"{path}: {problem}");
                }
            }
        }

        await messages.WriteLineAsync(
            $"test: {events} events, {failures} failed; {rules.Rules.Count} rules, {untested} files of rules have no events beside them.");
        return failures == 0 && !rules.HasErrors ? ExitCode.Done : ExitCode.Found;
    }

    private static IEnumerable<string> Files(RuleSet rules) =>
        rules.Rules.Cast<SigmaDocument>().Concat(rules.Correlations).Concat(rules.Filters).Select(document => document.File).Distinct();

    private static IEnumerable<(string Path, bool Fires)> Cases(string ruleFile) =>
    [
        (Path.ChangeExtension(ruleFile, ".match.ndjson"), true),
        (Path.ChangeExtension(ruleFile, ".nomatch.ndjson"), false),
    ];
}
