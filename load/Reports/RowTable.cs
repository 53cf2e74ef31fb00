using Load.Measured;

namespace Load.Reports;

/// <summary>A table with a line for each row.</summary>
internal sealed class RowTable
{
    public RowTable(IEnumerable<Column> columns, IReadOnlyList<Row> rows)
    {
        Columns = [.. columns.Where(column => rows.Any(column.IsThere))];
        Rows = [.. rows.Select(row => new RowText(row, [.. Columns.Select(column => column.IsThere(row) ? column.Cell(row) : "")]))];
    }

    public IReadOnlyList<Column> Columns { get; }

    public IReadOnlyList<RowText> Rows { get; }

    /// <param name="compared">The dimension that rows of one subject differ in.</param>
    public TextTable Text(string compared) => new(
        [.. Columns.Select(column => new TextTable.Heading(column.Heading, column.IsText))],
        [.. Rows.Select((text, i) => new TextTable.Line(text.Cells, ToneOf(text.Row), i == 0 || Rows[i - 1].Row.Cell.SubjectBut(compared) != text.Row.Cell.SubjectBut(compared)))]);

    private static LineTone ToneOf(Row row) => row is not { Failed: 0, TimedOut: 0 } ? LineTone.Failed : row.VoidReasons.Count > 0 ? LineTone.Void : LineTone.Plain;

    /// <param name="Row">Where it comes from.</param>
    /// <param name="Cells">One for each of the columns.</param>
    internal sealed record RowText(Row Row, IReadOnlyList<string> Cells);
}
