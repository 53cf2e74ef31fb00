using System.Diagnostics;
using Sigma.Engine;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Rules;

namespace Microbenchmarks;

/// <summary>
/// What it takes to load a folder of rules, or the made up ones, from a cold start
/// (<c>dotnet run --project load/Microbenchmarks -- sigma-loading [FOLDER]</c>): processor time of a process that has done nothing else,
/// its own start included, the reading of the files too, and the index.
/// </summary>
internal static class SigmaLoading
{
    public static void Print(string? folder)
    {
        var files = folder is null
            ? [.. SigmaWindows.MakeRules().Select((text, number) => new RuleText($"{number}.yml", text))]
            : Directory.EnumerateFiles(folder, "*.yml", SearchOption.AllDirectories)
                .Select(file => new RuleText(file, File.ReadAllText(file))).ToList();
        var set = RuleLoader.Load(files, Placeholders.None);
        CompiledRules.Compile(set, MappingReader.Load("windows"), routes: true, []);

        foreach (var problem in set.Problems.Take(3))
        {
            Console.WriteLine(problem);
        }

        using var process = Process.GetCurrentProcess();
        Console.WriteLine(
            $"{files.Count} files, {set.Rules.Count} rules, {set.Correlations.Count} correlations, {set.Problems.Count} problems: " +
            $"{process.TotalProcessorTime.TotalSeconds:0.00} s of processor time");
    }
}
