using System.Diagnostics;
using System.Globalization;
using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Findings;

/// <summary>
/// Times against the number of users, for a load that rises: the mean over a ramp hides where the system was full. Beyond that point the
/// closed model has the time grow as the users do.
/// </summary>
internal static class UsersSection
{
    private const int Parts = 10;

    /// <summary>Below it the published "with the square of the users" is refuted.</summary>
    private const double AlmostSquare = 1.5;

    /// <returns>Empty when no load rose.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var rows = result.Rows.Where(row => row.Case.Load is LoadShape.Ramp).ToArray();
        if (rows.Length == 0)
        {
            return [];
        }

        var means = rows.Select(MeansOf).ToArray();
        var callers = rows.Max(row => ((LoadShape.Ramp)row.Case.Load!).Callers);
        return [new ReportSection(
            "Times against users", "Mean times in ms of right answers, by the number of users at the time.",
            new TextTable(
                [new("users"), .. rows.Select(row => new TextTable.Heading(row.Case[AnalyzerDimensions.Transport]!))],
                [.. Enumerable.Range(0, Parts).Select(part => new TextTable.Line(
                    [
                        $"{part * callers / Parts} to {(part + 1) * callers / Parts}",
                        .. means.Select(mean => Format.Digits(mean[part])),
                    ]))]))
        {
            Sentences = [.. rows.Zip(means, Growth).OfType<string>(), .. Delay(rows, means)],
        }];
    }

    /// <summary>The slope of the logarithms, by least squares over the upper half.</summary>
    internal static double? Power(IReadOnlyList<double?> means)
    {
        var points = means.Select((mean, part) => (X: Math.Log(part + 0.5), Mean: mean)).Skip(means.Count / 2)
            .Where(point => point.Mean > 0).Select(point => (point.X, Y: Math.Log(point.Mean!.Value))).ToArray();
        if (points.Length < 2)
        {
            return null;
        }

        var (x, y) = (points.Average(point => point.X), points.Average(point => point.Y));
        return points.Sum(point => (point.X - x) * (point.Y - y)) / points.Sum(point => (point.X - x) * (point.X - x));
    }

    /// <summary>Milliseconds; null for a part without an answer.</summary>
    private static double?[] MeansOf(CaseResult row)
    {
        var parts = row.Iterations
            .SelectMany(iteration => iteration.Samples.Where(sample => sample.Outcome == Outcome.Ok).Select(sample => (
                Part: (int)((sample.Start - iteration.Started) * Parts / (iteration.Window.TotalSeconds * Stopwatch.Frequency)),
                sample.Latency)))
            .ToLookup(sample => Math.Clamp(sample.Part, 0, Parts - 1), sample => sample.Latency);
        return [.. Enumerable.Range(0, Parts).Select(part =>
            parts[part].Select(latency => (double?)latency).Average() * 1000 / Stopwatch.Frequency)];
    }

    private static string? Growth(CaseResult row, double?[] means) => Power(means) is not { } power ? null : string.Create(
        CultureInfo.InvariantCulture,
        $"{row.Case[AnalyzerDimensions.Transport]}: from half of the users on the time grows with the power {power:0.0} of their number; " +
        $"that it grows with the square was published: {(power >= AlmostSquare ? "reproduced" : "refuted")}.");

    private static IEnumerable<string> Delay(CaseResult[] rows, double?[][] means)
    {
        var direct = Array.FindIndex(rows, row => row.Case[AnalyzerDimensions.Transport] == TransportCatalog.Rest);
        var through = Array.FindIndex(rows, row => row.Case[AnalyzerDimensions.Transport] == GatewayTransports.Rest);
        if (direct >= 0 && through >= 0
            && means[through][0] / means[direct][0] is { } few && means[through][^1] / means[direct][^1] is { } many)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"Through the gateway the time is {few:0.00} times that without it in the first tenth, {many:0.00} times in the last; " +
                $"that the delay matters less under higher load was published: {(many < few ? "reproduced" : "refuted")}.");
        }
    }
}
