using Load.Measured;

namespace Load.Reports;

/// <summary>Rows as text: the one source of what console, Markdown and HTML show.</summary>
internal sealed class RowTable
{
    public RowTable(IEnumerable<Column> columns, IReadOnlyList<Row> rows)
    {
        Columns = [.. columns.Where(column => rows.Any(column.IsThere))];
        Rows = [.. rows.Select(row => new RowText(row, [.. Columns.Select(column => column.IsThere(row) ? column.Cell(row) : "")]))];
    }

    public IReadOnlyList<Column> Columns { get; }

    public IReadOnlyList<RowText> Rows { get; }

    /// <param name="Row">Where it comes from.</param>
    /// <param name="Cells">One for each of the columns.</param>
    internal sealed record RowText(Row Row, IReadOnlyList<string> Cells);
}
