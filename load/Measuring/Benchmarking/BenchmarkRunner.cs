using System.Diagnostics;
using Load.Machine;

namespace Load.Measuring.Benchmarking;

/// <summary>
/// Measures a case that sends no requests, through BenchmarkDotNet: each iteration is a launch of its own, and each sample the mean of one
/// of BenchmarkDotNet's iterations.
/// </summary>
/// <param name="folder">The folder for BenchmarkDotNet's own output.</param>
/// <param name="length">About how long a launch may take.</param>
/// <param name="time">For the clock.</param>
internal sealed class BenchmarkRunner(DirectoryInfo folder, TimeSpan length, TimeProvider time)
{
    public async Task<Iteration> RunAsync(Case measured, CountSource.Benchmark benchmark, int repeat, CancellationToken stop)
    {
        var startedAt = time.GetUtcNow();
        var artifacts = Path.Combine(folder.FullName, "benchmarkdotnet", $"{measured.FileName}-{repeat}");
        var process = new BenchmarkProcess(BuiltAssembly.Find(BuiltAssembly.Microbenchmarks));
        return IterationOf(repeat, startedAt, await process.RunAsync(benchmark.Filter, length, artifacts, stop));
    }

    /// <summary>Operations of these nanoseconds, one after the other.</summary>
    internal static Iteration IterationOf(int repeat, DateTimeOffset startedAt, IReadOnlyList<double> nanoseconds)
    {
        var samples = new Sample[nanoseconds.Count];
        var at = 0L;
        for (var i = 0; i < samples.Length; i++)
        {
            samples[i] = new Sample(at, (long)(nanoseconds[i] * Stopwatch.Frequency / 1e9), Outcome.Ok);
            at = samples[i].End;
        }

        // Rounded up: the last of them ends within.
        var window = TimeSpan.FromTicks((long)Math.Ceiling((double)at / Stopwatch.Frequency * TimeSpan.TicksPerSecond));
        return new Iteration(repeat, startedAt, 0, window, samples, new Dictionary<string, int>(), null);
    }
}
