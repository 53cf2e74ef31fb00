using Load.Measuring;
using Load.Measuring.Findings;

namespace Load.Reports;

/// <summary>A table with a line for each row.</summary>
internal sealed class RowTable
{
    public RowTable(IEnumerable<Column> columns, IReadOnlyList<CaseResult> rows)
    {
        Columns = [.. columns.Where(column => rows.Any(column.IsThere))];
        Rows = [.. rows.Select(row => new RowText(row, [.. Columns.Select(column => column.IsThere(row) ? column.Cell(row) : "")]))];
    }

    public IReadOnlyList<Column> Columns { get; }

    public IReadOnlyList<RowText> Rows { get; }

    /// <param name="compared">The dimension that rows of one subject differ in.</param>
    public TextTable Text(string compared) => new(
        [.. Columns.Select(column => new TextTable.Heading(column.Heading, column.IsText))],
        [.. Rows.Select((text, i) => new TextTable.Line(text.Cells, ToneOf(text.Row), Starts(i, compared)))]);

    private static LineTone ToneOf(CaseResult row) => row.HasFailures ? LineTone.Failed : row.IsValid ? LineTone.Plain : LineTone.Void;

    private bool Starts(int line, string compared) =>
        line == 0 || Rows[line - 1].Row.Case.SubjectBut(compared) != Rows[line].Row.Case.SubjectBut(compared);

    /// <param name="Row">The row that it shows.</param>
    /// <param name="Cells">One for each of the columns.</param>
    internal sealed record RowText(CaseResult Row, IReadOnlyList<string> Cells);
}

/// <summary>A column of a table, whatever it is printed on.</summary>
/// <param name="Heading">Short.</param>
/// <param name="Cell">A row's figure as text.</param>
internal sealed record Column(string Heading, Func<CaseResult, string> Cell)
{
    /// <summary>Words stand to the left, numbers to the right.</summary>
    public bool IsText { get; init; }

    /// <summary>The column is left out when no row has it.</summary>
    public Func<CaseResult, bool> IsThere { get; init; } = _ => true;
}
