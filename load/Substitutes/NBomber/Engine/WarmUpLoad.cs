using System.Collections.Immutable;
using NBomber.Contracts;

namespace NBomber.Engine;

/// <summary>The load of a warm-up: the level its first stretch of load is at, or ramps to.</summary>
internal static class WarmUpLoad
{
    /// <returns>Null when there is no load at all.</returns>
    public static LoadSimulation? Of(ImmutableArray<LoadSimulation> simulations, TimeSpan duration) =>
        simulations.FirstOrDefault(simulation => simulation.IsClosed || simulation.IsOpen) switch
        {
            LoadSimulation.KeepConstant s => new LoadSimulation.KeepConstant(s.Copies, duration),
            LoadSimulation.RampingConstant s => new LoadSimulation.KeepConstant(s.Copies, duration),
            LoadSimulation.Inject s => new LoadSimulation.Inject(s.Rate, s.Interval, duration),
            LoadSimulation.RampingInject s => new LoadSimulation.Inject(s.Rate, s.Interval, duration),
            LoadSimulation.InjectRandom s => new LoadSimulation.InjectRandom(s.MinRate, s.MaxRate, s.Interval, duration),
            _ => null,
        };
}
