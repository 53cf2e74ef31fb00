using Load.Measured;

namespace Load.Reports;

/// <summary>The rows of a run as what they are there for: subjects, each measured in a few variants, such as over REST and over gRPC.</summary>
internal sealed class SideBySide
{
    public SideBySide(RunResult result)
    {
        Dimension = result.Compared;
        Variants = [.. result.Rows.Select(VariantOf).Distinct()];
        Subjects = [.. result.Rows.GroupBy(row => row.Cell.SubjectBut(Dimension), (name, rows) => new Subject(name, [.. rows]))];
    }

    /// <summary>What the variants of a subject differ in.</summary>
    public string Dimension { get; }

    /// <summary>In words.</summary>
    public string DimensionName => Dimension == "threads" ? "ThreadPool minimum" : Dimension;

    /// <summary>The first is what the others are set against.</summary>
    public IReadOnlyList<string> Variants { get; }

    public IReadOnlyList<Subject> Subjects { get; }

    public string VariantOf(Row row) => row.Cell.Dimensions.GetValueOrDefault(Dimension, "");

    /// <summary>Variants side by side: a line for each subject.</summary>
    /// <returns>Null when there is nothing to set against each other.</returns>
    public TextTable? Table()
    {
        (string Name, Func<Row, string> Text)[] figures =
        [
            ("mean ms", row => Units.Milliseconds(row.Latencies.Mean)),
            ("p99 ms", row => Units.Milliseconds(row.Latencies.At(0.99)?.Value)),
            ("req/s", row => Units.Digits(row.Rate?.Mean)),
            ("CPU µs/req", row => Units.Digits(row.ServiceCpuSecondsPerRequest?.Mean * 1e6)),
        ];
        if (Variants.Count < 2)
        {
            return null;
        }

        var what = Tables.What([.. Subjects.SelectMany(subject => subject.Rows)], Dimension).ToArray();
        return new TextTable(
            [
                .. what.Select(column => new TextTable.Heading(column.Heading, column.IsText)),
                .. figures.SelectMany(figure => Variants.Select(variant => new TextTable.Heading(variant, Group: figure.Name))),
            ],
            [
                .. Subjects.Select((subject, i) => new TextTable.Line(
                    [
                        .. what.Select(column => column.Cell(subject.Rows[0])),
                        .. figures.SelectMany(figure => Variants.Select(variant => subject.Rows.FirstOrDefault(row => VariantOf(row) == variant) is { } row ? Text(row, figure.Text) : "")),
                    ],
                    subject.Rows.All(row => row is { Failed: 0, TimedOut: 0 }) ? LineTone.Plain : LineTone.Failed,
                    i == 0 || Kind(Subjects[i - 1]) != Kind(subject))),
            ]);
    }

    /// <summary>In brackets what says more about the lab than about the service.</summary>
    private static string Text(Row row, Func<Row, string> figure) => row.VoidReasons.Count > 0 ? $"({figure(row)})" : figure(row);

    /// <summary>What is done with what, whatever the load.</summary>
    public static string Kind(Subject subject) => $"{subject.Rows[0].Cell.Operation.Name} {subject.Rows[0].Cell.Dimensions["size"]}";

    /// <param name="Name">What its rows have in common.</param>
    /// <param name="Rows">One for each variant.</param>
    internal sealed record Subject(string Name, IReadOnlyList<Row> Rows);
}
