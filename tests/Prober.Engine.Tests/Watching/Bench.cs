using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;

namespace Prober.Engine.Tests.Watching;

/// <summary>An engine that turns when the test lets time pass.</summary>
internal sealed class Bench : IEngineObserver, IDisposable
{
    public Bench(EngineOptions? options = null) =>
        Engine = new(new(new CachingResolver(new() { HostsPath = null }, Time), Time), options ?? new(), this, []);

    public ManualTime Time { get; } = new();

    public ProbeEngine Engine { get; }

    public List<(WatchedTarget Target, StateChange Change)> Changes { get; } = [];

    public List<TimeRange> Pauses { get; } = [];

    public List<(WatchedTarget Target, ProbeResult Result, TimeSpan Lateness)> Probed { get; } = [];

    public void Changed(WatchedTarget target, StateChange change) => Changes.Add((target, change));

    public void Paused(TimeRange range, string reason) => Pauses.Add(range);

    void IEngineObserver.Probed(WatchedTarget target, ProbeResult result, TimeSpan lateness) => Probed.Add((target, result, lateness));

    public static TargetDefinition Define(string name, ScriptedProbe probe, double interval = 10, double timeout = 5) =>
        new(name, probe) { Interval = TimeSpan.FromSeconds(interval), Timeout = TimeSpan.FromSeconds(timeout) };

    public void Watch(params TargetDefinition[] definitions)
    {
        var watching = Engine.WatchAsync(definitions);
        Engine.Advance();
        watching.IsCompletedSuccessfully.ShouldBeTrue();
    }

    /// <summary>Time passes in steps that the engine keeps up with.</summary>
    public void Run(double seconds, long step = 10)
    {
        for (var left = (long)(seconds * 1000); left > 0; left -= step)
        {
            Time.Pass(step);
            Engine.Advance();
        }
    }

    /// <summary>Time passes until something has happened that also needs real time.</summary>
    public Task RunUntilAsync(Func<bool> condition) => Deadline.UntilAsync(() =>
    {
        Run(0.2);
        return condition();
    });

    /// <summary>The engine does not turn meanwhile.</summary>
    public void Stall(double seconds)
    {
        Time.Pass((long)(seconds * 1000));
        Engine.Advance();
    }

    public void Dispose() => Engine.Dispose();
}
