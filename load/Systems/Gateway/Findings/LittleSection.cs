using System.Diagnostics;
using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;

namespace Load.Systems.Gateway.Findings;

/// <summary>
/// Little's law on each row: users in the system = rate × time in it. Where that is less than the users there were, the rest were held
/// up in the generator, and the rate is the generator's.
/// </summary>
internal static class LittleSection
{
    /// <returns>Empty when no row has users.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var rows = result.Rows.Where(row => Users(row) is not null && row.Latencies.Count > 0).ToArray();
        return rows.Length == 0 ? [] : [new ReportSection(
            "Little's law",
            "Users in flight = rate × mean time. Users that are in no request are in the generator: where many are, its limit was " +
            "measured, not the service's.",
            new TextTable(
                [
                    new("row", true), new("users"), new("rate/s"), new("mean ms"), new("in flight"), new("in the generator"),
                    new("the rate is", true),
                ],
                [.. rows.Select(Line)]))];
    }

    /// <summary>How many users there were on average; null where requests come by themselves.</summary>
    internal static double? Users(CaseResult row) => row.Case.Load switch
    {
        LoadShape.Closed closed => closed.Callers,
        LoadShape.Ramp ramp => ramp.Callers / 2.0,
        _ => null,
    };

    /// <summary>How many were in a request on average, whatever became of it.</summary>
    internal static double InFlight(CaseResult row) => row.Iterations.Average(iteration =>
        iteration.Samples.Sum(sample => (double)sample.Latency) / Stopwatch.Frequency / iteration.Window.TotalSeconds);

    /// <param name="share">The share of the users that are in requests.</param>
    internal static string WhoseRate(double share) =>
        share >= Validity.MinCallersBusy ? "the service's" : share >= 0.5 ? "the service's and the generator's" : "the generator's";

    private static TextTable.Line Line(CaseResult row)
    {
        var (users, inFlight) = (Users(row)!.Value, InFlight(row));
        return new TextTable.Line(
        [
            row.Case.Name, Format.Digits(users), Format.Digits(row.Rate?.Mean), Format.Milliseconds(row.Latencies.Mean),
            Format.Digits(inFlight), Format.Percent(Math.Max(0, 1 - inFlight / users)), WhoseRate(inFlight / users),
        ]);
    }
}
