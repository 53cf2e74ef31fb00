using Load.Measuring;

namespace Load.Live;

/// <summary>How long a run still takes: the rest of the plan, at the pace that the part behind was done.</summary>
internal sealed class TimeLeft(Suite suite, TimeProvider time)
{
    private readonly long _started = time.GetTimestamp();
    private TimeSpan _done;

    /// <summary>0 to 1, by the time that was planned for what is done.</summary>
    public double Share => Math.Min(1, _done / suite.PlannedTime);

    /// <summary>The plan's own figure until something has been done.</summary>
    public TimeSpan Estimate => _done > TimeSpan.Zero
        ? (suite.PlannedTime - _done) * (time.GetElapsedTime(_started) / _done)
        : suite.PlannedTime;

    /// <summary>
    /// A kind of request is being done in a new process; part of the plan of each iteration where every iteration has a new one.
    /// </summary>
    public void WarmingUp() => _done += suite.NewProcessPerIteration ? TimeSpan.Zero : suite.WarmUpLength;

    /// <summary>An iteration of the case is over, or need not be done.</summary>
    public void Done(Case measured) => _done += suite.Planned(measured);
}
