using System.Text.Json;
using Hosting.Lifetime;
using Sigma.Engine.Linting;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Sentences;

namespace Sigma.Streams.Linting;

/// <summary>Reports mistakes in rules: <c>file:line:column: code: what is wrong, and what to do</c>.</summary>
internal static class LintCommand
{
    public static async Task<int> RunAsync(
        IReadOnlyList<string> paths, string? placeholders, bool isJson, Stream output, TextWriter messages)
    {
        var rules = RuleInputs.Rules(paths, placeholders);
        var problems = rules.Problems.Concat(MetadataLint.Check(RuleFolder.Read(paths, RuleTexts.None).Texts))
            .OrderBy(problem => problem.File, StringComparer.Ordinal)
            .ThenBy(problem => problem.At.Line).ThenBy(problem => problem.At.Column).ToList();
        await using (var writer = new StreamWriter(output, leaveOpen: true))
        {
            foreach (var problem in problems)
            {
                await writer.WriteLineAsync(isJson ? JsonSerializer.Serialize(new
                {
                    file = problem.File,
                    line = problem.At.Line,
                    column = problem.At.Column,
                    code = problem.Code,
                    severity = problem.IsError ? "error" : "warning",
                    message = problem.Message,
                }) : $"{problem}");
            }
        }

        var documents = rules.Rules.Count + rules.Correlations.Count + rules.Filters.Count;
        var errors = problems.Count(problem => problem.IsError);
        await messages.WriteLineAsync($"lint: {Counted.Of(documents, "document")} {(documents == 1 ? "is" : "are")} valid; "
            + $"{Counted.Of(errors, "error")}, {Counted.Of(problems.Count - errors, "warning")}.");
        return errors == 0 ? ExitCode.Done : ExitCode.Found;
    }
}
