using Load.Measured;

namespace Load.Reports;

/// <summary>What the service's thread pool did in each row of the ThreadPool experiment.</summary>
internal static class PoolSection
{
    /// <returns>Null when no pool was watched.</returns>
    public static ReportSection? Of(RunResult result)
    {
        var rows = result.Rows.Where(row => row.PoolSamples.Any()).ToArray();
        return rows.Length == 0 ? null : new ReportSection(
            "The service's thread pool",
            $"Looked at every 10 ms. Starved: work waited for a thread for at least {Starvation.LeastLength.TotalMilliseconds:0} ms while less than {Units.Percent(Starvation.MostBusy)} of the processors were busy; mean over the repeats.",
            new RowTable(
                [
                    .. Tables.What(rows),
                    new("minimum read back", row => $"{row.ServiceMinThreads}"),
                    new("threads first", row => Units.Digits(row.Slots.Average(slot => slot.Pool.Select(pool => pool.Threads).FirstOrDefault()))),
                    new("most", row => $"{row.PoolSamples.Max(pool => pool.Threads)}"),
                    new("longest queue", row => Units.Count(row.PoolSamples.Max(pool => pool.Queue))),
                    new("starved ms", row => Units.Digits(row.Slots.Average(slot => StarvedMilliseconds(slot, result)))),
                    new("p99 ms", row => Units.Milliseconds(row.Latencies.At(0.99)?.Value)),
                ],
                rows).Text(result.Compared));
    }

    private static double StarvedMilliseconds(Slot slot, RunResult result) =>
        Starvation.Of(slot.Pool, result.Timeline, result.Environment.Cores).Sum(stretch => stretch.Length.TotalMilliseconds);
}
