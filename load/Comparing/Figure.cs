using Load.Reports.Summary;

namespace Load.Comparing;

/// <summary>A figure of a row that two runs are compared by.</summary>
/// <param name="Name">Short, for tables.</param>
/// <param name="MoreIsBetter">As of a rate.</param>
/// <param name="Allowance">
/// A share, such as 0.05: what two runs of one build can differ by for reasons that neither the spread of their repeats nor the generator shows.
/// </param>
/// <param name="Of">Of one repeat; null when it has none.</param>
internal sealed record Figure(string Name, bool MoreIsBetter, double Allowance, Func<SummaryRepeat, double?> Of)
{
    /// <summary>
    /// The one that counts most: processor time the service takes for a request, kernel included. A neighbour who takes half the machine away halves a rate and
    /// multiplies a p99, and changes this by a few percent.
    /// </summary>
    public static Figure Cpu { get; } = new("CPU µs/req", false, 0.015, repeat => PerRequest(repeat, repeat.ServiceCpuMs * 1e3));

    /// <summary>The same of a row that sends files, in the unit that compares across their sizes.</summary>
    public static Figure CpuPerGigabyte { get; } = Cpu with { Name = "CPU ms/GB" };

    /// <summary>
    /// All of them, the surest first. The allowances are what eleven runs of one build differed by on two shared cores over a quarter of an hour: CPU per request
    /// by 1.7 % (standard deviation, all rows, the machine's share taken off), the median of rows that wait for the disk by up to 25 %.
    /// </summary>
    public static IReadOnlyList<Figure> All { get; } =
    [
        Cpu,
        new("alloc B/req", false, 0.02, repeat => PerRequest(repeat, repeat.ServiceAllocatedBytes)),
        new("req/s", true, 0.1, repeat => repeat.Rate),
        new("p50 ms", false, 0.1, repeat => repeat.P50Ms),
        new("p95 ms", false, 0.2, repeat => repeat.P95Ms),
        new("p99 ms", false, 0.3, repeat => repeat.P99Ms),
    ];

    /// <summary>What the generator itself took for a request: it does the same in both runs, so it tells how the machine changed.</summary>
    public static double? LabCpu(SummaryRepeat repeat) => PerRequest(repeat, repeat.LabCpuMs);

    private static double? PerRequest(SummaryRepeat repeat, double? value) => repeat.Requests > 0 ? value / repeat.Requests : null;
}
