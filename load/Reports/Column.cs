using Load.Measured;

namespace Load.Reports;

/// <summary>A column of a table, whatever it is printed on.</summary>
/// <param name="Heading">Short.</param>
/// <param name="Cell">A row's figure as text.</param>
internal sealed record Column(string Heading, Func<Row, string> Cell)
{
    /// <summary>Words stand to the left, numbers to the right.</summary>
    public bool IsText { get; init; }

    /// <summary>The column is left out when no row has it.</summary>
    public Func<Row, bool> IsThere { get; init; } = _ => true;
}
