using Hosting.Lifetime;
using Sigma.Engine.Aggregates;
using Sigma.Engine.Rules;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Sentences;

namespace Sigma.Streams.Converting;

/// <summary>Converts rules with aggregations of the earlier specification into rules and correlations.</summary>
internal static class ConvertCommand
{
    /// <param name="paths">Files and folders of rules.</param>
    /// <param name="output">A folder for the converted files; null: they are printed.</param>
    /// <param name="console">Where they are printed.</param>
    /// <param name="messages">Gets messages.</param>
    public static async Task<int> RunAsync(IReadOnlyList<string> paths, string? output, Stream console, TextWriter messages)
    {
        var read = RuleFolder.Read(paths, RuleTexts.None);
        List<RuleProblem> problems = [.. read.Problems];
        var converted = read.Texts.Select(file => (From: file, To: AggregateConverter.Convert(file, problems)))
            .Where(pair => pair.To.Text != pair.From.Text).Select(pair => pair.To).ToList();
        if (output is null)
        {
            await using var writer = new StreamWriter(console, leaveOpen: true);
            await writer.WriteAsync(string.Join("---\n", converted.Select(file => file.Text)));
        }
        else
        {
            Directory.CreateDirectory(output);
            foreach (var file in converted)
            {
                await File.WriteAllTextAsync(FreePath(output, Path.GetFileName(file.File)), file.Text);
            }
        }

        foreach (var problem in problems)
        {
            await messages.WriteLineAsync($"{problem}");
        }

        await messages.WriteLineAsync(
            $"convert-aggregates: {Counted.Of(converted.Count, "file")} converted, {Counted.Of(problems.Count, "rule")} not.");
        return problems.Count == 0 ? ExitCode.Done : ExitCode.Found;
    }

    /// <summary>Files of several folders may have the same name.</summary>
    private static string FreePath(string folder, string name)
    {
        var path = Path.Combine(folder, name);
        for (var number = 2; File.Exists(path); number++)
        {
            path = Path.Combine(folder, $"{Path.GetFileNameWithoutExtension(name)}-{number}{Path.GetExtension(name)}");
        }

        return path;
    }
}
