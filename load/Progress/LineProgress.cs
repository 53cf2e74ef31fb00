using Load.Measured;
using Load.Suites;

namespace Load.Progress;

/// <summary>A line per slot: for output that is not a terminal.</summary>
internal sealed class LineProgress(TextWriter output, TimeProvider time) : IProgressView
{
    private TimeLeft? _left;
    private int _slots;
    private int _done;

    public void Planned(Suite suite)
    {
        _left = new TimeLeft(suite, time);
        _slots = suite.Cells.Count * suite.Repeats;
        output.WriteLine($"{suite.Name}: {suite.Cells.Count} rows, {suite.Repeats} times, about {Units.Duration(suite.PlannedTime)}");
    }

    public void WarmingUp(Cell cell)
    {
        _left!.WarmingUp();
        output.WriteLine($"warming up: {cell.Name}");
    }

    public void SlotStarted(Cell cell, int repeat)
    {
    }

    public void SlotSkipped(Cell cell)
    {
        _done++;
        _left!.Done(cell);
    }

    public void WatchingIdle(TimeSpan time) => output.WriteLine($"watching the idle service for {time.TotalSeconds:0} s");

    public void SlotEnded(Cell cell, Slot slot)
    {
        _left!.Done(cell);
        output.WriteLine($"[{++_done}/{_slots}] {cell.Name}: {Units.Digits(slot.Rate)}/s, {Units.Duration(_left.Estimate)} left");
    }
}
