using Load.Measuring;
using Load.Statistics;

namespace Load.Live;

/// <summary>Prints a line per iteration, for output that is not a terminal.</summary>
internal sealed class LineProgress(TextWriter output, TimeProvider time) : IProgressView
{
    private TimeLeft? _left;
    private int _iterations;
    private int _done;

    public void Planned(Suite suite)
    {
        _left = new TimeLeft(suite, time);
        _iterations = suite.PlannedIterations;
        output.WriteLine(
            $"{suite.Name}: {Format.Count(suite.PlannedRows, "row")}, {Format.Times(suite.Repeats)}, about " +
            Format.Duration(suite.PlannedTime));
    }

    public void WaitingForQuiet(TimeSpan atMost) => output.WriteLine($"waiting for a quiet machine, {Format.Duration(atMost)} at most");

    public void WarmingUp(Case measured)
    {
        _left!.WarmingUp();
        output.WriteLine($"warming up: {measured.Name}");
    }

    public void IterationStarted(Case measured, int repeat)
    {
    }

    public void IterationSkipped(Case measured)
    {
        _done++;
        _left!.Done(measured);
    }

    public void IterationBroken(Case measured, string reason)
    {
        _done++;
        _left!.Done(measured);
        output.WriteLine($"void: {measured.Name}: {reason}");
    }

    public void WatchingIdle(TimeSpan time) => output.WriteLine($"watching the idle system for {time.TotalSeconds:0} s");

    public void IterationEnded(Case measured, Iteration iteration)
    {
        _left!.Done(measured);
        output.WriteLine(
            $"[{++_done}/{_iterations}] {measured.Name}: {Format.Digits(iteration.Rate)}/s, {Format.Duration(_left.Estimate)} left");
    }
}
