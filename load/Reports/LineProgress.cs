using Load.Measured;
using Load.Suites;

namespace Load.Reports;

/// <summary>A line per slot: for output that is not a terminal.</summary>
internal sealed class LineProgress(TextWriter output) : IProgressView
{
    private int _slots;
    private int _done;

    public void Planned(Suite suite)
    {
        _slots = suite.Cells.Count * suite.Repeats;
        output.WriteLine($"{suite.Name}: {suite.Cells.Count} rows, {suite.Repeats} times, about {suite.PlannedTime.TotalSeconds:0} s");
    }

    public void WarmingUp(Cell cell) => output.WriteLine($"warming up: {cell.Name}");

    public void SlotStarted(Cell cell, int repeat)
    {
    }

    public void SlotSkipped(Cell cell) => _done++;

    public void CoolingDown(TimeSpan time) => output.WriteLine($"watching the idle service for {time.TotalSeconds:0} s");

    public void SlotEnded(Cell cell, Slot slot) =>
        output.WriteLine($"[{++_done}/{_slots}] {cell.Name}: {Units.Digits(slot.Rate)}/s");
}
