using NBomber.Contracts;

namespace NBomber.CSharp;

/// <summary>
/// Makes stretches of load. In the closed ones a copy starts its next iteration when its last one ended, so a slow service
/// is asked less often. In the open one iterations arrive on a schedule, whether those before have ended or not.
/// </summary>
public static class Simulation
{
    /// <summary>Closed: a fixed number of copies.</summary>
    public static LoadSimulation KeepConstant(int copies, TimeSpan during) => new LoadSimulation.KeepConstant(copies, during);

    /// <summary>Closed: linear from the copies of the simulation before (or none) to <paramref name="copies"/>.</summary>
    public static LoadSimulation RampingConstant(int copies, TimeSpan during) => new LoadSimulation.RampingConstant(copies, during);

    /// <summary>Open: <paramref name="rate"/> arrivals per <paramref name="interval"/>, evenly spaced.</summary>
    public static LoadSimulation Inject(int rate, TimeSpan interval, TimeSpan during) =>
        new LoadSimulation.Inject(rate, interval, during);
}
