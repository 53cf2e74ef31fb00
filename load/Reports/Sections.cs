using Load.Measured;
using Load.Published;
using Load.Suites;

namespace Load.Reports;

/// <summary>The parts of a report beyond its first table, each only where the run has something to say about it.</summary>
internal static class Sections
{
    /// <summary>What a person wants to know first.</summary>
    public static IEnumerable<ReportSection> Findings(RunResult result) =>
        ((ReportSection?[])[PublishedComparison.Of(result), MinimumSection.Of(result), PoolSection.Of(result)]).OfType<ReportSection>();

    /// <summary>Every figure.</summary>
    public static IEnumerable<ReportSection> Details(RunResult result)
    {
        if (result.Suite == MatrixSuite.Name)
        {
            yield return new("The first system's seven figures", "Times in ms, of successful requests; threads of the whole service process.", Tables.SevenFigures(result.Rows).Text(result.Compared));
        }

        yield return new(
            "Percentiles",
            "In ms, with the 95 % interval that the number of samples allows (order statistics; an open end is one that so few samples cannot bound).",
            Tables.Percentiles(result.Rows).Text(result.Compared));
        if (result.Rows.Any(row => row.Slots.Any(slot => slot.Cost is not null)))
        {
            yield return new(
                "Cost",
                "CPUs are processors kept busy. Idle is the service's process before its first request and when all was over. Allocation and collections are its managed heap; wire is all bytes through the lab's sockets, both ways.",
                Tables.Costs(result.Rows).Text(result.Compared));
        }
    }

    /// <summary>Variants side by side.</summary>
    public static ReportSection? SideBySide(RunResult result)
    {
        var comparison = new SideBySide(result);
        return comparison.Table() is { } table
            ? new ReportSection("Side by side", $"A line for each load, a column for each {comparison.DimensionName}. In brackets: void, see the notes.", table)
            : null;
    }
}
