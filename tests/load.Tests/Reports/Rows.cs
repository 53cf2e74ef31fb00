using System.Diagnostics;
using Load.Measured;
using Load.Monitoring;
using Load.Recording;
using Load.Suites;
using Load.Transports;

namespace Load.Tests.Reports;

/// <summary>Rows as if measured.</summary>
internal static class Rows
{
    public static readonly DateTimeOffset Noon = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    public static Cell Cell(string name) => QuickSuite.Create(ownFiles: false).Cells.Single(cell => cell.Name == name);

    /// <summary>A slot of a second, with requests of these milliseconds, one after the other.</summary>
    public static Slot Slot(int repeat, params (double Milliseconds, Outcome Outcome)[] requests)
    {
        var start = 0L;
        var samples = new List<Sample>();
        foreach (var (milliseconds, outcome) in requests)
        {
            samples.Add(new Sample(start, (long)(milliseconds * Stopwatch.Frequency / 1000), outcome));
            start = samples[^1].End;
        }

        return new Slot(
            repeat, Noon, 0, Second, samples, samples.Where(sample => sample.Outcome != Outcome.Ok).CountBy(sample => $"{sample.Outcome}").ToDictionary(),
            new SlotCost(
                new UsageSpan(Second, Second / 2, 50_000_000, 20, 100, 18), new UsageSpan(Second, Second / 4, 60_000_000, 10, 80, 9),
                Second / 100, 7, new Traffic(samples.Count * 1_000_100L, samples.Count * 900L), new RuntimeCounters(samples.Count * 2000L, 3, 2, 1, 5, 100, 0, 2, 8, true), []));
    }

    public static Row Row(string name, params Slot[] slots) => new(Cell(name), Cell(name).Operation.SendsBody ? Cell(name).Size!.Value : 0, slots)
    {
        Idle = new IdleUsage(new ProcessUsage(TimeSpan.Zero, 40_000_000, 15, 90), new ProcessUsage(Second, 45_000_000, 16, 92)),
    };

    public static RunResult Result(string? interrupted, params Row[] rows) => new()
    {
        Id = "20261121-120000-quick",
        Suite = "quick",
        StartedAt = Noon,
        Elapsed = TimeSpan.FromSeconds(60),
        Interrupted = interrupted,
        Environment = new RunEnvironment("Test CPU", 2, 8_000_000_000, "Test OS", ".NET 10", "1.0.0+abc", "workstation", 1, "generated", "Release",
            new ServiceFacts("1.0.0+abc", "Release", ".NET 10", true, "sqlite")),
        Rows = rows,
        Timeline =
        [
            new MonitorSample(0, Noon, new ProcessUsage(Second, 50_000_000, 20, 100), new ProcessUsage(Second, 60_000_000, 10, 80), 0),
            new MonitorSample(1, Noon + Second, new ProcessUsage(1.5 * Second, 51_000_000, 21, 101), new ProcessUsage(2 * Second, 61_000_000, 11, 81), 3),
            new MonitorSample(2, Noon + 2 * Second, null, new ProcessUsage(2 * Second, 61_000_000, 11, 81), 0),
        ],
    };
}
