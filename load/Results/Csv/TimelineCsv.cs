using Load.Machine;

namespace Load.Results.Csv;

/// <summary><c>timeline.csv</c>: all processes over time, as <see cref="PdhCsv"/>.</summary>
internal static class TimelineCsv
{
    public const string Lab = "load";
    public const string ProcessorTime = "% Processor Time";
    public const string WorkingSet = "Working Set";
    public const string Threads = "Thread Count";
    public const string Handles = "Handle Count";
    public const string Queue = "Thread Pool Queue Length";

    /// <summary>An object that Windows does not have; its name is older than the lab's other systems, and files keep it.</summary>
    public const string OwnCategory = "Analyzer Lab";

    private const string Category = "Process";

    /// <summary>Names and scales are those of Windows' object <c>Process</c>.</summary>
    private static readonly (string Counter, Func<ProcessUsage, ProcessUsage?, TimeSpan, double?> Value)[] Counters =
    [
        // 100 for one processor. A rate needs two looks: perfmon leaves the first one blank, too.
        (ProcessorTime, (now, before, elapsed) =>
            before?.ProcessId != now.ProcessId || elapsed <= TimeSpan.Zero ? null : 100 * ((now.Cpu - before.Cpu) / elapsed)),
        (WorkingSet, (now, _, _) => now.WorkingSet),
        (Threads, (now, _, _) => now.Threads),
        (Handles, (now, _, _) => now.Handles),
    ];

    public static void Write(TextWriter output, IReadOnlyList<MonitorSample> timeline, string machine)
    {
        string[] processes = [.. timeline.SelectMany(sample => sample.Processes.Keys).Distinct()];
        PdhCsv.WriteLine(output,
        [
            PdhCsv.TimeHeading, .. processes.Append(Lab).SelectMany(process => Paths(machine, process)),
            PdhCsv.Path(machine, OwnCategory, Lab, Queue),
        ]);
        MonitorSample? before = null;
        foreach (var sample in timeline)
        {
            var elapsed = before is null ? TimeSpan.Zero : sample.Time - before.Time;
            PdhCsv.WriteLine(output,
            [
                PdhCsv.Text(sample.Time),
                .. processes.SelectMany(process =>
                    Values(sample.Processes.GetValueOrDefault(process), before?.Processes.GetValueOrDefault(process), elapsed)),
                .. Values(sample.Lab, before?.Lab, elapsed),
                PdhCsv.Text(sample.LabQueue),
            ]);
            before = sample;
        }
    }

    private static IEnumerable<string> Paths(string machine, string process) =>
        Counters.Select(counter => PdhCsv.Path(machine, Category, process, counter.Counter));

    private static IEnumerable<string> Values(ProcessUsage? now, ProcessUsage? before, TimeSpan elapsed) =>
        Counters.Select(counter => PdhCsv.Text(now is null ? null : counter.Value(now, before, elapsed)));
}
