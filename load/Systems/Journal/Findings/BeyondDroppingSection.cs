using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Journal.Rows;

namespace Load.Systems.Journal.Findings;

/// <summary>CPU of a line beyond that of receiving its datagram.</summary>
internal static class BeyondDroppingSection
{
    /// <summary>Promised, in µs.</summary>
    private const double Bound = 0.75;

    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var pairs = (
            from row in result.Rows
            where row.Case[LineRow.ReceiverDimension] == LineRow.Journal
            from drop in result.Rows
            where drop.Case[LineRow.ReceiverDimension] == LineRow.Drop
                && drop.Case.SubjectBut(LineRow.ReceiverDimension) == row.Case.SubjectBut(LineRow.ReceiverDimension)
            let beyond = Beyond(row, drop)
            where beyond is not null
            select (Row: row, Drop: drop, Beyond: beyond)).ToArray();
        return pairs.Length == 0 ? [] :
        [
            new ReportSection(
                "What a line costs beyond receiving it",
                "The same lines to the journal, and to its listener alone, which drops each datagram that it has received: the same "
                + "process, thread and calls of the system. The difference is taken repeat by repeat.",
                new TextTable(
                    [new("row", true), new("µs a line"), new("µs to receive and drop it"), new("µs beyond")],
                    [.. pairs.Select(pair => new TextTable.Line(
                        [pair.Row.Case.Name, Microseconds(pair.Row), Microseconds(pair.Drop), Text(pair.Beyond)]))]))
            {
                Sentences = [.. pairs.Select(pair => Sentence(pair.Row, pair.Drop, pair.Beyond))],
            },
        ];
    }

    private static Estimate? Beyond(CaseResult row, CaseResult drop) => Estimate.Of(
    [
        .. from full in row.Iterations
           join least in drop.Iterations on full.Repeat equals least.Repeat
           let beyond = full.ServiceCpuSecondsPerUnit - least.ServiceCpuSecondsPerUnit
           where beyond is not null
           select beyond.Value * 1e6,
    ]);

    private static string Sentence(CaseResult row, CaseResult drop, Estimate beyond) =>
        new FigureBar($"{row.Case.Name}: beyond receiving and dropping, a line costs {Text(beyond)} µs", beyond, Bound, "µs")
        {
            Rows = [row, drop],
            NeedsRepeats = true,
        }.ToString();

    private static string Text(Estimate beyond) => beyond.HalfWidth is null
        ? Format.Digits(beyond.Mean)
        : $"{Format.Digits(beyond.Mean)} ({Format.Digits(beyond.Low)}…{Format.Digits(beyond.High)})";

    private static string Microseconds(CaseResult row) => Format.Digits(row.ServiceCpuSecondsPerUnit?.Mean * 1e6);
}
