using Load.Measuring;
using Load.Statistics;

namespace Load.Reports;

/// <summary>What stands above the table: whether its rows can be trusted at all.</summary>
internal static class Reservations
{
    /// <summary>Below this share of the run's highest clock, rows were not measured at the same speed.</summary>
    private const double MinClock = 0.9;

    public static IEnumerable<string> Of(RunResult result)
    {
        if (result.IsSmoke)
        {
            yield return "Smoke: this shows that every row works. No figure means anything.";
            yield break;
        }

        const string Debug = "Debug";
        string?[] configurations = [result.Environment.Configuration, result.Environment.Service?.Configuration];
        if (configurations.Contains(Debug))
        {
            yield return "This is a Debug build: its figures say nothing of what is shipped. Build with -c Release (the default here).";
        }

        if (result.Environment.PowerSaving is { } saving)
        {
            yield return $"The machine saves power, so rows were measured at different speeds: {saving}.";
        }

        var rows = result.Rows;
        var voids = rows.Count(row => !row.IsValid);
        var bound = Validity.MaxForeign * Environment.ProcessorCount;
        var disturbed = rows.Where(row => row.OtherProcessors > bound && !row.Case.Setup.HasUnseenHelpers).ToArray();
        if (disturbed.Length > 0)
        {
            yield return "The machine was busy with other work: " +
                $"beside {disturbed.Length} of {Format.Count(rows.Count, "row")} other programs " +
                $"kept up to {Format.Digits(disturbed.Max(row => row.OtherProcessors))} of {Environment.ProcessorCount} processors busy. " +
                "Stop them, or let the lab wait for them (--wait-for-quiet 60), and measure again.";
        }

        if (voids > 0)
        {
            yield return $"{voids} of {Format.Count(rows.Count, "row")} {(voids == 1 ? "is" : "are")} void: " +
                "the notes below the table say why.";
        }

        var clocks = rows.SelectMany(row => row.Iterations).Select(iteration => iteration.Cost?.Megahertz).OfType<double>().ToArray();
        if (clocks.Length > 0 && clocks.Min() < MinClock * clocks.Max())
        {
            yield return $"The processors' clock was between {Format.Digits(clocks.Min())} and {Format.Digits(clocks.Max())} MHz.";
        }
    }
}
