using System.Globalization;
using System.Text.Json;
using Load.Machine;

namespace Load.Measuring.Benchmarking;

/// <summary>Runs one of the microbenchmarks in a process of its own, so that nothing of the lab disturbs it.</summary>
/// <param name="assembly">The dll of the microbenchmarks.</param>
internal sealed class BenchmarkProcess(string assembly)
{
    /// <summary>A process that a signal ended has this exit code and the signal's number.</summary>
    private const int MinSignal = 128;

    private const int WarmUps = 2;
    private const int Iterations = 5;
    private const string ReportPattern = "*-report-brief.json";

    /// <summary>The number of a launch's iterations, BenchmarkDotNet's search for the number of operations among them.</summary>
    private const int IterationsOfALaunch = 10;

    /// <param name="filter">Matches one benchmark.</param>
    /// <param name="length">About how long it may take.</param>
    /// <param name="artifacts">The folder for BenchmarkDotNet's log and reports.</param>
    /// <param name="stop">Ends it at once.</param>
    /// <returns>Nanoseconds per operation, one for each iteration.</returns>
    /// <exception cref="LabException">It gave no figures.</exception>
    public async Task<IReadOnlyList<double>> RunAsync(string filter, TimeSpan length, string artifacts, CancellationToken stop)
    {
        var start = DotNet.Start(assembly,
            "bench", "--filter", filter, "--artifacts", artifacts, "--exporters", "briefjson",
            "--warmupCount", $"{WarmUps}", "--iterationCount", $"{Iterations}", "--minIterationCount", "1",
            "--iterationTime", (length / IterationsOfALaunch).TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture));
        var (code, output, errors) = await DotNet.RunAsync(start, stop);
        return await ReadAsync(artifacts, stop)
            ?? throw (code > MinSignal
                ? new LabException($"the process of BenchmarkDotNet was killed (exit code {code})", LabExitCode.Failed)
                : new LabException($"BenchmarkDotNet measured nothing for '{filter}': {ReasonIn($"{output}{errors}")}"));
    }

    /// <summary>The innermost exception that it tells of, or else its last words; its own log has all of it.</summary>
    internal static string ReasonIn(string said)
    {
        string[] lines = [.. said.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)];
        var told = lines.LastOrDefault(line => line.StartsWith("---> ", StringComparison.Ordinal))
            ?? lines.LastOrDefault(line => line.Contains("Exception: ", StringComparison.Ordinal))
            ?? lines.LastOrDefault("it said nothing");
        return told.TrimStart('-', '>', ' ').TrimEnd('.');
    }

    private static async Task<IReadOnlyList<double>?> ReadAsync(string artifacts, CancellationToken stop)
    {
        var folder = new DirectoryInfo(artifacts);
        if (!folder.Exists || folder.GetFiles(ReportPattern, SearchOption.AllDirectories) is not [{ } file])
        {
            return null;
        }

        await using var stream = file.OpenRead();
        var report = await JsonSerializer.DeserializeAsync(stream, BenchmarkJson.Default.BenchmarkReport, stop);
        return report?.Benchmarks is [{ Statistics.OriginalValues: { Count: > 0 } values }] ? values : null;
    }
}
