using System.Globalization;
using Load.Monitoring;

namespace Load.Reports;

/// <summary>
/// Both processes over time, in the PDH-CSV format that perfmon (Performance Monitor), relog and typeperf read: a first column of times, and
/// for each counter a column headed by its path.
/// </summary>
internal static class TimelineCsv
{
    private static readonly (string Counter, Func<ProcessUsage, ProcessUsage?, TimeSpan, double> Value)[] Counters =
    [
        // As Windows has it: 100 for one processor.
        ("% Processor Time", (now, before, elapsed) => before is null || elapsed <= TimeSpan.Zero ? 0 : 100 * ((now.Cpu - before.Cpu) / elapsed)),
        ("Working Set", (now, _, _) => now.WorkingSet),
        ("Thread Count", (now, _, _) => now.Threads),
        ("Handle Count", (now, _, _) => now.Handles),
    ];

    public static void Write(TextWriter output, IReadOnlyList<MonitorSample> timeline, string machine)
    {
        output.WriteLine(string.Join(',', (string[])
        [
            "\"(PDH-CSV 4.0) (UTC)(0)\"",
            .. Paths(machine, "Analyzer.Service"),
            .. Paths(machine, "load"),
            $"\"\\\\{machine}\\Process(load)\\Thread Pool Queue Length\"",
        ]));
        MonitorSample? before = null;
        foreach (var sample in timeline)
        {
            var elapsed = before is null ? TimeSpan.Zero : sample.Time - before.Time;
            output.WriteLine(string.Join(',', (string[])
            [
                $"\"{sample.Time.UtcDateTime.ToString("MM/dd/yyyy HH:mm:ss.fff", CultureInfo.InvariantCulture)}\"",
                .. Values(sample.Service, before?.Service, elapsed),
                .. Values(sample.Lab, before?.Lab, elapsed),
                Quoted(sample.LabQueue),
            ]));
            before = sample;
        }
    }

    private static IEnumerable<string> Paths(string machine, string process) =>
        Counters.Select(counter => $"\"\\\\{machine}\\Process({process})\\{counter.Counter}\"");

    /// <summary>A blank in quotes is how perfmon writes that there was nothing to read.</summary>
    private static IEnumerable<string> Values(ProcessUsage? now, ProcessUsage? before, TimeSpan elapsed) =>
        Counters.Select(counter => now is null ? "\" \"" : Quoted(counter.Value(now, before, elapsed)));

    private static string Quoted(double value) => $"\"{value.ToString("0.###", CultureInfo.InvariantCulture)}\"";
}
