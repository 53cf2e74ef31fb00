using System.Diagnostics;
using System.Text.Json;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Reports;

/// <summary>Rows as if measured.</summary>
internal static class Rows
{
    public const string Process = ServiceProcess.AssemblyName;

    public static readonly DateTimeOffset Noon = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly AnalyzerCases Cases = new(new AnalyzerRequest());

    /// <summary>A case of the quick suite.</summary>
    public static Case Case(string name) => QuickSuite.Create(new AnalyzerRequest()).Cases.Single(one => one.Name == name);

    /// <summary>An upload of an unknown file.</summary>
    public static Case Unknown(
        int callers, string transport = "rest", long size = 1_000_000, ServiceSettings? settings = null) =>
        Cases.Case(transport, Operation.Unknown, size, new LoadShape.Closed(callers), settings ?? ServiceSettings.Default);

    /// <summary>An iteration of a second, with requests of these milliseconds, one after the other.</summary>
    public static Iteration Iteration(int repeat, params (double Milliseconds, Outcome Outcome)[] requests)
    {
        var start = 0L;
        var samples = new List<Sample>();
        foreach (var (milliseconds, outcome) in requests)
        {
            samples.Add(new Sample(start, (long)(milliseconds * Stopwatch.Frequency / 1000), outcome));
            start = samples[^1].End;
        }

        var faults = samples.Where(sample => sample.Outcome != Outcome.Ok).CountBy(sample => $"{sample.Outcome}").ToDictionary();
        return new Iteration(repeat, Noon, 0, Second, samples, faults, Cost(samples.Count));
    }

    /// <summary>The same requests, sent on schedule.</summary>
    public static Iteration Arriving(this Iteration iteration, int perSecond) => iteration with
    {
        Samples = [.. iteration.Samples.Select((sample, k) => sample with { Start = k * Stopwatch.Frequency / perSecond })],
    };

    /// <summary>A second in which so much work was counted.</summary>
    public static Iteration Counted(int repeat, WorkCount work) =>
        new(repeat, Noon, 0, Second, [], work.Faults, Cost((int)work.Total)) { Counted = work };

    public static CaseResult Row(string name, params Iteration[] iterations) => new(Case(name), iterations)
    {
        Idle = new IdleUsage(new ProcessUsage(TimeSpan.Zero, 40_000_000, 15, 90), new ProcessUsage(Second, 45_000_000, 16, 92)),
    };

    public static RunResult Result(string? interrupted, params CaseResult[] rows) => new()
    {
        Id = "20261121-120000-quick",
        Suite = "quick",
        Compared = AnalyzerDimensions.Transports,
        StartedAt = Noon,
        Elapsed = TimeSpan.FromSeconds(60),
        Interrupted = interrupted,
        Environment = new RunEnvironment(
            "Test CPU", 2, 8_000_000_000, "Test OS", ".NET 10", "1.0.0+abc", "workstation", 1, "Release",
            new HostFacts("1.0.0+abc", "Release", ".NET 10", true) { Others = new() { ["store"] = Text("sqlite") } })
        {
            Others = new() { ["corpus"] = Text("generated"), ["store"] = Text("sqlite") },
        },
        Rows = rows,
        Timeline =
        [
            Look(0, Noon, new ProcessUsage(Second, 50_000_000, 20, 100), new ProcessUsage(Second, 60_000_000, 10, 80), 0),
            Look(
                1, Noon + Second, new ProcessUsage(1.5 * Second, 51_000_000, 21, 101), new ProcessUsage(2 * Second, 61_000_000, 11, 81), 3),
            Look(2, Noon + 2 * Second, null, new ProcessUsage(2 * Second, 61_000_000, 11, 81), 0),
        ],
    };

    /// <summary>A look at the service and the lab.</summary>
    public static MonitorSample Look(long timestamp, DateTimeOffset time, ProcessUsage? service, ProcessUsage? lab, long queue) => new(
        timestamp, time, service is null ? new Dictionary<string, ProcessUsage>() : new() { [Process] = service }, lab, queue);

    public static JsonElement Text(string value) => JsonSerializer.SerializeToElement(value);

    private static IterationCost Cost(int units) => new(
        [new ProcessCost(Process, new UsageSpan(Second, Second / 2, 50_000_000, 20, 100, 18))],
        new UsageSpan(Second, Second / 4, 60_000_000, 10, 80, 9), Second / 100, 7, new ByteCounts(units * 1_000_100L, units * 900L),
        new RuntimeCounters(units * 2000L, 3, 2, 1, 5, 100, 0, 2, 8, true), []);
}
