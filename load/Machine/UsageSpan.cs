namespace Load.Machine;

/// <summary>The usage of a process during an iteration.</summary>
/// <param name="Elapsed">From the first request to the end of the last.</param>
/// <param name="Cpu">User and kernel time of all threads within it.</param>
/// <param name="PeakWorkingSet">Bytes, the largest that was seen.</param>
/// <param name="PeakThreads">The most that were seen.</param>
/// <param name="PeakHandles">The most that were seen.</param>
/// <param name="MeanThreads">Over the looks at it.</param>
internal sealed record UsageSpan(TimeSpan Elapsed, TimeSpan Cpu, long PeakWorkingSet, int PeakThreads, int PeakHandles, double MeanThreads)
{
    /// <summary>Processors kept busy: 2 when two were busy all the time.</summary>
    public double Processors => Elapsed > TimeSpan.Zero ? Cpu / Elapsed : 0;

    /// <param name="elapsed">From the first of them to the last.</param>
    /// <param name="usages">In order of time; null where the process could not be read.</param>
    /// <returns>
    /// Null when the process could not be read at the beginning or the end. One that was started anew in between counts from its start.
    /// </returns>
    public static UsageSpan? Of(TimeSpan elapsed, IReadOnlyList<ProcessUsage?> usages)
    {
        var read = usages.OfType<ProcessUsage>().ToArray();
        return usages is not [not null, .., not null] ? null : new UsageSpan(
            elapsed, CpuOf(read), read.Max(usage => usage.WorkingSet), read.Max(usage => usage.Threads),
            read.Max(usage => usage.Handles),
            read.Average(usage => usage.Threads));
    }

    private static TimeSpan CpuOf(IReadOnlyList<ProcessUsage> read) => read.Zip(read.Skip(1)).Aggregate(
        TimeSpan.Zero,
        (sum, pair) => sum + (pair.First.ProcessId == pair.Second.ProcessId ? pair.Second.Cpu - pair.First.Cpu : pair.Second.Cpu));
}
