using Load.Measuring;
using Load.Statistics;
using Spectre.Console;

namespace Load.Live;

/// <summary>A bar with the time left. It is redrawn only twice a second: the processors are for the system under test.</summary>
internal sealed class LiveProgress(ProgressContext context, TimeProvider time) : IProgressView
{
    private const double Whole = 100;

    private ProgressTask? _task;
    private TimeLeft? _left;
    private int _iterations;
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
        _iterations = suite.PlannedIterations;
        _task = context.AddTask(suite.Name, maxValue: Whole);
    }

    public void WarmingUp(Case measured)
    {
        _left!.WarmingUp();
        Say($"warming up: {measured.Name}");
    }

    public void IterationStarted(Case measured, int repeat) => Say($"{_done + 1} of {_iterations}: {measured.Name}, repeat {repeat}");

    public void IterationSkipped(Case measured) => Done(measured);

    public void WatchingIdle(TimeSpan time) => Say($"watching the idle system for {time.TotalSeconds:0} s");

    public void WaitingForQuiet(TimeSpan atMost)
    {
        // The bar has nothing to show yet.
    }

    public void IterationBroken(Case measured, string reason) => Done(measured);

    public void IterationEnded(Case measured, Iteration iteration) => Done(measured);

    private void Done(Case measured)
    {
        _done++;
        _left!.Done(measured);
        _task!.Value = Whole * _left.Share;
    }

    private void Say(string doing) => _task!.Description = Markup.Escape($"{Format.Duration(_left!.Estimate)} left, {doing}");
}
