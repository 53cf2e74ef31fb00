using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;

namespace Load.Reports;

/// <summary>
/// The rows of a run as a comparison: subjects, each measured in a few variants, such as over REST and over gRPC.
/// </summary>
/// <param name="result">The run.</param>
/// <param name="dimension">The dimension that the variants of a subject differ in.</param>
internal sealed class SideBySide(RunResult result, ComparedDimension dimension)
{
    /// <summary>Colours of the page's style sheet, for variants and for processes: classes c0, c1 and so on.</summary>
    public static IReadOnlyList<int> Palette { get; } = [0, 1, 2, 5, 6, 7];

    public SideBySide(RunResult result)
        : this(result, result.Compared)
    {
    }

    public string Dimension => dimension.Name;

    /// <summary>The dimension in a sentence.</summary>
    public string Words => dimension.Words;

    /// <summary>The first is what the others are set against.</summary>
    public IReadOnlyList<string> Variants { get; } = [.. result.Rows.Select(row => row.Case[dimension.Name] ?? "").Distinct()];

    public IReadOnlyList<ComparedSubject> Subjects { get; } =
        [.. result.Rows.GroupBy(row => row.Case.SubjectBut(dimension.Name), (name, rows) => new ComparedSubject(name, [.. rows]))];

    public string VariantOf(CaseResult row) => row.Case[Dimension] ?? "";

    /// <summary>A variant has the same colour in all charts of a report: that of its place among them.</summary>
    public int ColourOf(CaseResult row) => Palette[Variants.ToList().IndexOf(VariantOf(row)) % Palette.Count];

    /// <summary>The kind of work, whatever the load.</summary>
    public string KindOf(ComparedSubject subject) => subject.Rows[0].Case.KindBut(Dimension);

    /// <summary>Variants side by side: a line for each subject.</summary>
    /// <returns>Null when there is nothing to set against each other.</returns>
    public TextTable? Table()
    {
        if (Variants.Count < 2)
        {
            return null;
        }

        var unit = Tables.UnitOf(result.Rows);
        (string Name, Func<CaseResult, string> Text)[] figures =
        [
            ("mean ms", row => Format.Milliseconds(row.Latencies.Mean)),
            ("p99 ms", row => Format.Milliseconds(row.Latencies.At(0.99)?.Value)),
            ($"{unit}/s", row => Format.Carried(row.Rate)),
            ($"CPU µs/{unit}", row => Format.Digits(row.ServiceCpuSecondsPerUnit?.Mean * 1e6)),
        ];
        var columns = Tables.Subject(result, but: Dimension).ToArray();
        return new TextTable(
            [
                .. columns.Select(column => new TextTable.Heading(column.Heading, column.IsText)),
                .. figures.SelectMany(figure => Variants.Select(variant => new TextTable.Heading(variant, Group: figure.Name))),
            ],
            [
                .. Subjects.Select((subject, i) => new TextTable.Line(
                    [
                        .. columns.Select(column => column.Cell(subject.Rows[0])),
                        .. figures.SelectMany(figure => Variants.Select(variant => Text(subject, variant, figure.Text))),
                    ],
                    subject.Rows.Any(row => row.HasFailures) ? LineTone.Failed : LineTone.Plain,
                    i == 0 || KindOf(Subjects[i - 1]) != KindOf(subject))),
            ]);
    }

    private string Text(ComparedSubject subject, string variant, Func<CaseResult, string> figure) =>
        subject.Rows.FirstOrDefault(row => VariantOf(row) == variant) is not { } row ? ""
        : row.IsValid ? figure(row)
        : $"({figure(row)})";
}

/// <summary>Rows that are compared.</summary>
/// <param name="Name">The name that its rows have in common.</param>
/// <param name="Rows">One for each variant.</param>
internal sealed record ComparedSubject(string Name, IReadOnlyList<CaseResult> Rows);
