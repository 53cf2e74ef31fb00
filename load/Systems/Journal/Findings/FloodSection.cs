using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Journal.Rows;
using Load.Systems.Journal.Sending;

namespace Load.Systems.Journal.Findings;

/// <summary>Honest lines beside a flood of forged datagrams.</summary>
internal static class FloodSection
{
    /// <summary>A million forged datagrams may slow honest senders by a tenth.</summary>
    private const double Bound = 1.1;

    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        foreach (var flooded in result.Rows.Where(row => row.Case[LineRow.TransportDimension] == LineTransport.Flooded))
        {
            var calm = result.Rows.FirstOrDefault(row => row.Case[LineRow.TransportDimension] == LineTransport.Udp
                && row.Case.SubjectBut(LineRow.TransportDimension) == flooded.Case.SubjectBut(LineRow.TransportDimension));
            if (calm?.Rate is null || flooded.Rate is null || flooded.Figure(ForgedDatagrams.Figure) is not { } forged)
            {
                continue;
            }

            yield return new ReportSection(
                "Forged datagrams",
                "Honest lines, a datagram each, with and without a flood of sealed datagrams that are forged: of an unknown sender, with a "
                + "wrong tag, with an old number. Time is what passes for each honest line that is stored.",
                new TextTable(
                    [new("honest lines", true), new("lines/s"), new("µs CPU a line"), new("forged a repeat"), new("µs CPU each")],
                    [
                        new(["without the flood", Format.Digits(calm.Rate.Mean), Format.Digits(Cpu(calm) * 1e6), "-", "-"]),
                        new(
                        [
                            "beside it", Format.Digits(flooded.Rate.Mean), Format.Digits(Cpu(flooded) * 1e6),
                            Format.Count((long)forged.Mean), Format.Digits(CpuOfForged(calm, flooded) * 1e6),
                        ]),
                    ]))
            {
                Sentences =
                [
                    .. flooded.RatioTo(calm, iteration => iteration.Rate > 0 ? 1 / iteration.Rate : null) is { } ratio
                        ? [$"{BarOf(ratio, calm, flooded)}"]
                        : Array.Empty<string>(),
                ],
            };
        }
    }

    private static Bar BarOf(Ratio ratio, CaseResult calm, CaseResult flooded) =>
        new($"Beside the flood an honest line takes {ratio} the time", ratio, Bound, IsMin: false) { Rows = [calm, flooded] };

    private static double? Cpu(CaseResult row) => row.ServiceCpuSecondsPerUnit?.Mean;

    /// <summary>All that the server took beyond its honest lines.</summary>
    private static double? CpuOfForged(CaseResult calm, CaseResult flooded)
    {
        var forged = flooded.Iterations.Sum(iteration => iteration.Work.Figures.GetValueOrDefault(ForgedDatagrams.Figure));
        return forged > 0 ? (Cpu(flooded) - Cpu(calm)) * flooded.Done / forged : null;
    }
}
