using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Findings;

/// <summary>The time from a record that is due to its alert, at half load, and what was promised of it.</summary>
internal static class AlertSection
{
    private const double MaxThroughBroker = 500;
    private const double MaxOverHttp = 50;

    private static readonly string[] StageFigures = [AlertRow.Tail, AlertRow.Late, AlertRow.ToStamp, AlertRow.FromStamp, AlertRow.Commit];

    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        (CaseResult Row, Tail Tail)[] rows =
        [
            .. from row in result.Rows
               where row.Case[SigmaRow.Rules] == AlertRow.Rules && !row.Case.IsRung
               let tail = TailOf(row)
               where tail is not null
               select (row, tail),
        ];
        if (rows.Length == 0)
        {
            return [];
        }

        return
        [
            Times(rows), .. rows.Select(one => one.Row).Where(row => row.Figure(AlertRow.Commit) is not null).Select(Stages),
        ];
    }

    private static ReportSection Times((CaseResult Row, Tail Tail)[] rows) => new(
        "Produced to alert",
        "Milliseconds from when a record is due to when its alert is read committed (kafka: producer, broker and sigma share this " +
        "machine, at half of the rate that all three bear together) or in the sink's file (http: nine records and one alert a " +
        "request, at half of the knee).",
        new TextTable(
            [new("way", true), new("records/s"), new("p50"), new("p99"), new("95 % interval", true)],
            [.. rows.Select(one => new TextTable.Line(
                [
                    one.Row.Case[SigmaRow.Records]!, Format.Digits(one.Tail.PerSecond), Format.Digits(one.Tail.Median),
                    Format.Digits(one.Tail.Value), $"{Format.Digits(one.Tail.Low)}…{Format.Digits(one.Tail.High)}",
                ]))]))
    {
        Sentences = [.. rows.Select(one => Sentence(one.Row, one.Tail))],
    };

    private static ReportSection Stages(CaseResult row) => new(
        "Stages on the way to an alert",
        "Milliseconds, each a p99 of its own, so that they do not add up: from due until the lab gave the record to its client; from due " +
        "to the time stamp of the alert, while sigma read, judged and waited; and from there until it was read committed. Then the end " +
        "of the bucket of sigma's longest delivery.",
        new TextTable(
            [new("repeat"), .. StageFigures.Select(name => new TextTable.Heading(name))],
            [.. row.Iterations.Select(iteration => new TextTable.Line(
                [$"{iteration.Repeat}", .. StageFigures.Select(name => Format.Digits(iteration.Work.Figures[name]))]))]));

    private static string Sentence(CaseResult row, Tail tail)
    {
        var bound = row.Case[SigmaRow.Records] == AlertRow.Http ? MaxOverHttp : MaxThroughBroker;
        return $"{row.Case.Name}: p99 from record to alert {Format.Digits(tail.Value)} ms; at most {bound} ms was promised: " +
            $"{FigureBar.VerdictOf(tail.Low, tail.High, bound)}.";
    }

    private static Tail? TailOf(CaseResult row)
    {
        const int RecordsOfARequest = 9;
        return row.Figure(AlertRow.Produced) is { } produced
            ? Tail.Of(produced.Mean, new Latencies(row.Iterations.SelectMany(iteration => iteration.Work.Times)))
            : row.Arrivals is { } arrivals ? Tail.Of(row.Rate!.Mean * RecordsOfARequest, arrivals.FromSchedule) : null;
    }

    /// <summary>The latencies in milliseconds of the alerts of all repeats together, with the 95 % interval of the p99.</summary>
    private sealed record Tail(double PerSecond, double Median, double Value, double Low, double High)
    {
        /// <returns>Null without any.</returns>
        public static Tail? Of(double perSecond, Latencies times) => times.At(0.99) is { } percentile
            ? new(
                perSecond, times.At(0.5)!.Value.TotalMilliseconds, percentile.Value.TotalMilliseconds,
                (percentile.Low ?? percentile.Value).TotalMilliseconds, (percentile.High ?? percentile.Value).TotalMilliseconds)
            : null;
    }
}
