namespace Load.Suites;

/// <summary>What is measured in one go.</summary>
/// <param name="Name">On the command line.</param>
/// <param name="Description">One line for <c>list</c>.</param>
/// <param name="Cells">In the order of the table; cells to be compared stand next to each other.</param>
/// <param name="Repeats">How often each cell is measured; every second time the order is reversed (ABBA), so that a drift of the machine cancels out.</param>
/// <param name="Slot">How long a cell is measured at a time; NBomber takes no less than a second.</param>
/// <param name="WarmUp">Before a cell's first slot.</param>
/// <param name="Timeout">For each request.</param>
internal sealed record Suite(
    string Name, string Description, IReadOnlyList<Cell> Cells, int Repeats, TimeSpan Slot, TimeSpan WarmUp, TimeSpan Timeout)
{
    /// <summary>Of measuring; starting and warming up the service comes on top.</summary>
    public TimeSpan PlannedTime => Cells.Count * (Repeats * Slot + WarmUp);
}
