using Prober.Engine.Probing;
using Prober.Engine.Timelines;

namespace Prober.Engine.Watching;

/// <summary>Is told of events on the engine's thread: it must not wait.</summary>
public interface IEngineObserver
{
    void Changed(WatchedTarget target, StateChange change);

    /// <summary>After the changes that the probe made.</summary>
    /// <param name="lateness">From when the probe was due until it started.</param>
    void Probed(WatchedTarget target, ProbeResult result, TimeSpan lateness);

    /// <summary>The prober did not watch.</summary>
    void Paused(TimeRange range, string reason);
}
