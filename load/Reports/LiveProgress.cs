using Load.Measured;
using Load.Suites;
using Spectre.Console;

namespace Load.Reports;

/// <summary>A bar with the time left. It is redrawn twice a second only: the processor is the service's.</summary>
internal sealed class LiveProgress(ProgressContext context) : IProgressView
{
    private ProgressTask? _task;

    /// <param name="console">A terminal.</param>
    /// <param name="run">Is given the view.</param>
    public static Task<T> ShowAsync<T>(IAnsiConsole console, Func<IProgressView, Task<T>> run)
    {
        var progress = console.Progress().AutoClear(true).Columns(
            new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn(), new PercentageColumn(), new RemainingTimeColumn());
        progress.RefreshRate = TimeSpan.FromMilliseconds(500);
        return progress.StartAsync(context => run(new LiveProgress(context)));
    }

    public void Planned(Suite suite) => _task = context.AddTask(suite.Name, maxValue: suite.Cells.Count * suite.Repeats);

    public void WarmingUp(Cell cell) => _task!.Description = Markup.Escape($"warming up: {cell.Name}");

    public void SlotStarted(Cell cell, int repeat) => _task!.Description = Markup.Escape($"{cell.Name} ({repeat})");

    public void SlotSkipped(Cell cell) => _task!.Increment(1);

    public void CoolingDown(TimeSpan time) => _task!.Description = "watching the idle service";

    public void SlotEnded(Cell cell, Slot slot) => _task!.Increment(1);
}
