using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Findings;

/// <summary>CPU of a probe beside the bare loop's and the peer's, for rows that probe the same in the same time.</summary>
internal static class CostSection
{
    /// <summary>The farm does the same for all: where its own cost differs by more, the row was measured in bad company.</summary>
    private const double MaxFarmDrift = 0.1;

    /// <summary>The promises: kind, way, other way, and the largest ratio.</summary>
    private static readonly (string Kind, ProbeWay Way, ProbeWay Than, double Bound)[] Promises =
    [
        ("https", ProbeWay.Schedule, ProbeWay.Loop, 1.15),
        ("https", ProbeWay.Asked, ProbeWay.Blackbox, 0.75),
        ("https", ProbeWay.Schedule, ProbeWay.Blackbox, 0.75),
        ("tcp", ProbeWay.Asked, ProbeWay.Blackbox, 0.2),
        ("tcp", ProbeWay.Schedule, ProbeWay.Blackbox, 0.2),
    ];

    /// <returns>Empty when no row has another beside it.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var lines = result.Rows.Where(row => ProbeWay.Compared.Any(way => way.Name == row.Case[ProbeRow.WayDimension]))
            .GroupBy(row => row.Case.SubjectBut(ProbeRow.WayDimension)).Where(group => group.Count() > 1)
            .SelectMany(Lines).ToArray();
        return lines.Length == 0 ? [] : [new ReportSection(
            "What a probe costs",
            "CPU of the process that probes and of the farm, kernel included, over the probes that the farm counted. The farm does the " +
            $"same for all: a row in which its CPU differs from that beside the bare loop by more than {MaxFarmDrift:P0} was measured in " +
            "bad company and is void. blackbox_exporter is given addresses and resolves nothing; 'asked' is this prober through its own " +
            "/probe.",
            new TextTable(
                [
                    new("row", true), new("prober", true), new("probes/s"), new("µs"), new("farm µs"), new("of loop"), new("of blackbox"),
                    new(""),
                ],
                lines))
        {
            Sentences = [.. Promises.SelectMany(promise => Bars(result, promise)).Select(bar => $"{bar}")],
        }];
    }

    private static IEnumerable<TextTable.Line> Lines(IGrouping<string, CaseResult> group)
    {
        var (loop, peer) = (Find(group, ProbeWay.Loop), Find(group, ProbeWay.Blackbox));
        return group.Select((row, i) => new TextTable.Line(
            [
                group.Key, row.Case[ProbeRow.WayDimension]!, Format.Digits(row.Rate?.Mean), Format.Digits(Own(row) * 1e6),
                Format.Digits(Farm(row) * 1e6), Times(row, loop), Times(row, peer), IsVoid(row, loop) ? "void" : "",
            ],
            IsVoid(row, loop) ? LineTone.Void : LineTone.Plain,
            Starts: i == 0));
    }

    private static IEnumerable<Bar> Bars(RunResult result, (string Kind, ProbeWay Way, ProbeWay Than, double Bound) promise) =>
        from row in result.Rows
        where row.Case[ProbeRow.KindDimension] == promise.Kind && row.Case[ProbeRow.WayDimension] == promise.Way.Name
        let other = result.Rows.FirstOrDefault(other => other.Case[ProbeRow.WayDimension] == promise.Than.Name
            && other.Case.SubjectBut(ProbeRow.WayDimension) == row.Case.SubjectBut(ProbeRow.WayDimension))
        where other is not null
        let ratio = row.RatioTo(other, iteration => iteration.ServiceCpuSecondsPerUnit)
        where ratio is not null
        select new Bar($"{row.Case.Name}: a probe takes {ratio} the CPU of {promise.Than.Name}", ratio, promise.Bound, IsMin: false)
        {
            Rows = [row, other],
        };

    private static CaseResult? Find(IEnumerable<CaseResult> rows, ProbeWay way) =>
        rows.FirstOrDefault(row => row.Case[ProbeRow.WayDimension] == way.Name);

    private static bool IsVoid(CaseResult row, CaseResult? loop) =>
        loop is not null && Farm(row) / Farm(loop) is < 1 - MaxFarmDrift or > 1 + MaxFarmDrift;

    private static string Times(CaseResult row, CaseResult? other) => other is null ? "-" : Format.Digits(Own(row) / Own(other));

    private static double? Own(CaseResult row) => row.ServiceCpuSecondsPerUnit?.Mean;

    private static double? Farm(CaseResult row) =>
        (row.CpuSecondsPerUnit("nginx") ?? row.CpuSecondsPerUnit("Farm"))?.Mean;
}
