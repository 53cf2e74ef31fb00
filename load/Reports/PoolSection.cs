using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;

namespace Load.Reports;

/// <summary>The thread pool under test, in the rows where it was watched.</summary>
internal static class PoolSection
{
    /// <returns>Null when no pool was watched.</returns>
    public static ReportSection? Of(RunResult result)
    {
        var rows = result.Rows.Where(row => row.Pool.Any()).ToArray();
        return rows.Length == 0 ? null : new ReportSection(
            "The service's thread pool",
            $"Looked at every 10 ms. Starved: work waited for a thread for at least {Starvation.MinLength.TotalMilliseconds:0} ms " +
            "while less " +
            $"than {Format.Percent(Starvation.MaxBusy)} of the processors were busy; mean over the repeats.",
            new RowTable(
                [
                    .. Tables.Subject(result),
                    new("minimum read back", row => $"{row.ServiceMinThreads}"),
                    new("threads first", row => Format.Digits(row.Iterations.Average(iteration =>
                        iteration.Pool.Select(pool => pool.Threads).FirstOrDefault()))),
                    new("most", row => $"{row.Pool.Max(pool => pool.Threads)}"),
                    new("longest queue", row => Format.Count(row.Pool.Max(pool => pool.Queue))),
                    new("starved ms", row => Format.Digits(row.Iterations.Average(iteration => StarvedMilliseconds(iteration, result)))),
                    new("p99 ms", row => Format.Milliseconds(row.Latencies.At(0.99)?.Value)),
                ],
                rows).Text(result.Compared.Name));
    }

    private static double StarvedMilliseconds(Iteration iteration, RunResult result) =>
        Starvation.Of(iteration.Pool, result.Timeline, result.Environment.Cores).Sum(stretch => stretch.Length.TotalMilliseconds);
}
