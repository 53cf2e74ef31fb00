using Load.Measured;
using Load.Suites;
using Spectre.Console;

namespace Load.Progress;

/// <summary>A bar with the time left. It is redrawn twice a second only: the processor is the service's.</summary>
internal sealed class LiveProgress(ProgressContext context, TimeProvider time) : IProgressView
{
    private const double Whole = 100;

    private ProgressTask? _task;
    private TimeLeft? _left;
    private int _slots;
    private int _done;

    /// <param name="console">A terminal.</param>
    /// <param name="time">For the time left.</param>
    /// <param name="run">Is given the view.</param>
    public static Task<T> ShowAsync<T>(IAnsiConsole console, TimeProvider time, Func<IProgressView, Task<T>> run)
    {
        var progress = console.Progress().AutoClear(true).Columns(
            new ProgressBarColumn(), new PercentageColumn(), new TaskDescriptionColumn { Alignment = Justify.Left });
        progress.RefreshRate = TimeSpan.FromMilliseconds(500);
        return progress.StartAsync(context => run(new LiveProgress(context, time)));
    }

    public void Planned(Suite suite)
    {
        _left = new TimeLeft(suite, time);
        _slots = suite.Cells.Count * suite.Repeats;
        _task = context.AddTask(suite.Name, maxValue: Whole);
    }

    public void WarmingUp(Cell cell)
    {
        _left!.WarmingUp();
        Say($"warming up: {cell.Name}");
    }

    public void SlotStarted(Cell cell, int repeat) => Say($"{_done + 1} of {_slots}: {cell.Name}, repeat {repeat}");

    public void SlotSkipped(Cell cell) => Done(cell);

    public void WatchingIdle(TimeSpan time) => Say($"watching the idle service for {time.TotalSeconds:0} s");

    public void SlotEnded(Cell cell, Slot slot) => Done(cell);

    private void Done(Cell cell)
    {
        _done++;
        _left!.Done(cell);
        _task!.Value = Whole * _left.Share;
    }

    private void Say(string doing) => _task!.Description = Markup.Escape($"{Units.Duration(_left!.Estimate)} left, {doing}");
}
