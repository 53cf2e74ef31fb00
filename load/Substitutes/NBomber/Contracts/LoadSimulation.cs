namespace NBomber.Contracts;

/// <summary>One stretch of load; made by <see cref="CSharp.Simulation"/>.</summary>
public abstract record LoadSimulation
{
    private LoadSimulation(TimeSpan during) => During = during;

    internal TimeSpan During { get; }

    /// <summary>Closed: <paramref name="Copies"/> loops, each starting its next iteration when the last one ended.</summary>
    internal sealed record KeepConstant(int Copies, TimeSpan Time) : LoadSimulation(Time);

    /// <summary>Closed: linear from the copies running before to <paramref name="Copies"/>.</summary>
    internal sealed record RampingConstant(int Copies, TimeSpan Time) : LoadSimulation(Time);

    /// <summary>Open: <paramref name="Rate"/> arrivals per <paramref name="Interval"/>, whatever became of the ones before.</summary>
    internal sealed record Inject(int Rate, TimeSpan Interval, TimeSpan Time) : LoadSimulation(Time);

    /// <summary>Open: linear from the rate before to <paramref name="Rate"/>.</summary>
    internal sealed record RampingInject(int Rate, TimeSpan Interval, TimeSpan Time) : LoadSimulation(Time);

    /// <summary>Open: each interval draws its rate, both ends included.</summary>
    internal sealed record InjectRandom(int MinRate, int MaxRate, TimeSpan Interval, TimeSpan Time) : LoadSimulation(Time);

    internal sealed record Pause(TimeSpan Time) : LoadSimulation(Time);

    internal bool IsClosed => this is KeepConstant or RampingConstant;

    internal bool IsOpen => this is Inject or RampingInject or InjectRandom;
}
