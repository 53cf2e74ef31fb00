using Load.Results.Summary;

namespace Load.Comparing;

/// <summary>A figure of a row that two runs are compared by.</summary>
/// <param name="Pattern">Its name in tables, in which {0} stands for what a row counts.</param>
/// <param name="MachineShare">By how many percent it rises when all work takes 1 % more processor time: 1, -1 or 0.</param>
/// <param name="Allowance">
/// A share, such as 0.05: what two runs of one build can differ by for reasons that neither the spread of their repeats nor the generator
/// shows.
/// </param>
/// <param name="Of">The figure of one repeat, or null.</param>
internal sealed record Figure(string Pattern, int MachineShare, double Allowance, Func<SummaryRepeat, double?> Of)
{
    /// <summary>
    /// The one that counts most: processor time that the service takes for a request, kernel included. A neighbour that takes half the
    /// machine away halves a rate and multiplies a p99, and changes this by a few percent.
    /// </summary>
    public static Figure Cpu { get; } = new("CPU µs/{0}", 1, 0.015, repeat => PerUnit(repeat, repeat.ServiceCpuMs * 1e3));

    /// <summary>The same figure of a row that sends files, in the unit that compares across their sizes.</summary>
    public static Figure CpuPerGigabyte { get; } = Cpu with { Pattern = "CPU ms/GB" };

    /// <summary>
    /// All of them, the surest first. The allowances are what eleven runs of one build differed by on two shared cores over a quarter of an
    /// hour: CPU per request by 1.3 to 1.7 % (standard deviation, all rows, the machine's part taken off), the rate and the median of rows
    /// that wait for the disk by up to 22 and 39 %.
    /// </summary>
    public static IReadOnlyList<Figure> All { get; } =
    [
        Cpu,
        new("alloc B/{0}", 0, 0.02, repeat => PerUnit(repeat, repeat.ServiceAllocatedBytes)),
        new("{0}/s", -1, 0.15, repeat => repeat.Rate),
        new("p50 ms", 1, 0.2, repeat => repeat.P50Ms),
        new("p95 ms", 1, 0.2, repeat => repeat.P95Ms),
        new("p99 ms", 1, 0.3, repeat => repeat.P99Ms),
    ];

    /// <summary>
    /// CPU of the generator itself for a request: it does the same in both runs, so it tells how the machine changed.
    /// </summary>
    public static double? LabCpu(SummaryRepeat repeat) => PerUnit(repeat, repeat.LabCpuMs);

    /// <summary>True of a rate.</summary>
    public bool MoreIsBetter => MachineShare < 0;

    /// <param name="unit">The unit that a row counts, such as <c>req</c>.</param>
    public string NameFor(string unit) => Pattern.Replace("{0}", unit);

    private static double? PerUnit(SummaryRepeat repeat, double? value) => repeat.Units > 0 ? value / repeat.Units : null;
}
