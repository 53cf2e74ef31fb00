using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Journal.Rows;

namespace Load.Systems.Journal.Findings;

/// <summary>CPU of a line beside that of the peers, and the balance of every row.</summary>
internal static class LineCostSection
{
    /// <summary>
    /// The largest share of rsyslog's CPU that was promised: a slow stream makes small frames, which cost more a line. No promise was made
    /// of other rates and lengths.
    /// </summary>
    private static readonly (string Transport, int? Rate, double Bound)[] Promises =
    [
        (LineTransport.Tcp, LineRow.SharedRate, 1.3), (LineTransport.Udp, LineRow.SharedRate, 1.3),
        (LineTransport.Relp, LineRow.SharedRate, 1.0), (LineTransport.Tcp, null, 0.8), (LineTransport.Udp, null, 1.0),
    ];

    /// <summary>The largest share of the lines' own bytes that was promised for what is kept of them.</summary>
    private const double MaxKept = 1.0 / 3;

    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var rows = result.Rows.Where(row => row.ServiceCpuSecondsPerUnit is not null).ToArray();
        if (rows.Length == 0)
        {
            yield break;
        }

        yield return new ReportSection(
            "What a line costs, and where it went",
            "Processor time of the log server for a line that it stored, the kernel too. The journal compresses, encrypts, hashes, flushes "
            + "and signs; the peers never flush, and write plain text, but for syslog-ng-slog, which encrypts each line by itself. Counts: "
            + "of the last repeat. Kept: segments with all headers, tiles and entries, over the bytes of the lines.",
            new TextTable(
                [
                    new("row", true), new("lines/s"), new("µs a line"), new("of rsyslog"), new("sent"), new("stored"), new("kernel"),
                    new("here"), new("refused"), new("kept of raw"),
                ],
                [.. rows.Select(row => Line(row, rows))]))
        {
            Sentences = [Balance(rows), .. Overloads(rows), .. Batches(rows), .. Bars(rows).Select(bar => $"{bar}"), .. KeptBars(rows)],
        };
    }

    private static TextTable.Line Line(CaseResult row, CaseResult[] rows)
    {
        var peer = PeerOf(row, rows);
        return new(
            [
                row.Case.Name, Format.Digits(row.Rate?.Mean), Format.Digits(row.ServiceCpuSecondsPerUnit!.Mean * 1e6),
                peer is null || peer == row ? "-" : row.RatioTo(peer, Cpu)?.ToString() ?? "-",
                .. ((string[])["sent", "stored", "kernel", "here", "refused"]).Select(figure => Last(row, figure)),
                row.Figure(LineRow.KeptFigure) is { } kept ? Format.Digits(kept.Mean) : "-",
            ],
            Starts: row.Case[LineRow.ReceiverDimension] == LineRow.Journal);
    }

    private static string Balance(CaseResult[] rows)
    {
        var wrong = rows.Count(row => row.Iterations.Any(iteration => iteration.Work.Wrong > 0));
        var repeats = rows.Sum(row => row.Iterations.Count);
        return wrong == 0
            ? $"Sent = stored + kernel + here + refused, to the line, in all {repeats} repeats."
            : $"In {wrong} of {rows.Length} rows lines are neither stored nor accounted for.";
    }

    private static IEnumerable<Bar> Bars(CaseResult[] rows) =>
        from promise in Promises
        from row in rows
        where row.Case[LineRow.TransportDimension] == promise.Transport && row.Case[LineRow.ReceiverDimension] == LineRow.Journal
            && row.Case[LineRow.RateDimension] == LineRow.TextOf(promise.Rate) && row.Case[LineRow.LengthDimension] == LineRow.Daemons
        let peer = PeerOf(row, rows)
        where peer is not null
        let ratio = row.RatioTo(peer, Cpu)
        where ratio is not null
        select new Bar($"{row.Case.Name}: a line takes {ratio} the CPU of rsyslog", ratio, promise.Bound, IsMin: false)
        {
            Rows = [row, peer],
        };

    /// <summary>A balance under overload tells something only when there was one.</summary>
    private static IEnumerable<string> Overloads(CaseResult[] rows) =>
        from row in rows
        where row.Case[LineRow.TransportDimension] == LineTransport.Overloaded
        let dropped = row.Iterations.Sum(iteration => iteration.Work.Figures.GetValueOrDefault("kernel"))
        let sent = row.Iterations.Sum(iteration => iteration.Work.Figures.GetValueOrDefault("sent"))
        select dropped > 0
            ? $"{row.Case.Name}: the kernel dropped {Format.Count((long)dropped)} of {Format.Count((long)sent)} lines."
            : $"{row.Case.Name}: the kernel dropped nothing, so that the row tells nothing of overload.";

    private static IEnumerable<string> Batches(CaseResult[] rows) =>
        from row in rows
        where row.Case[LineRow.TransportDimension] == LineTransport.Sealed
        select $"{row.Case.Name}: a datagram carries several lines, as journal send fills it, so that the row does not compare with those "
            + "of a line a datagram.";

    private static IEnumerable<string> KeptBars(CaseResult[] rows) =>
        from row in rows
        where row.Case[LineRow.LengthDimension] == LineRow.Daemons
        let kept = row.Figure(LineRow.KeptFigure)
        where kept is not null
        select new FigureBar(
            $"{row.Case.Name}: what is kept takes {Format.Digits(kept.Mean)} of the lines' own bytes", kept, Math.Round(MaxKept, 3), "")
        {
            Rows = [row],
        }.ToString();

    private static CaseResult? PeerOf(CaseResult row, CaseResult[] rows) => rows.FirstOrDefault(other =>
        other.Case[LineRow.ReceiverDimension] == LineRow.Rsyslog
        && other.Case.SubjectBut(LineRow.ReceiverDimension) == row.Case.SubjectBut(LineRow.ReceiverDimension));

    private static double? Cpu(Iteration iteration) => iteration.ServiceCpuSecondsPerUnit;

    private static string Last(CaseResult row, string figure) =>
        row.Iterations is [.., var last] && last.Work.Figures.TryGetValue(figure, out var count) ? Format.Count((long)count) : "-";
}
