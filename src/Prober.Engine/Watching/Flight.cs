using Prober.Engine.Probing;
using Prober.Engine.Scheduling;

namespace Prober.Engine.Watching;

/// <summary>A probe under way. Times are milliseconds of the monotonic clock.</summary>
internal sealed class Flight(WatchedTarget target, ProbeCall call, long started, long lateness) : IWheelEntry<Flight>
{
    public WatchedTarget Target => target;

    public ProbeCall Call => call;

    public Destination Destination { get; } = target.Destination;

    public long Started => started;

    public long Lateness => lateness;

    public long Ended { get; set; }

    public bool IsTimed { get; set; }

    long IWheelEntry<Flight>.DueTick { get; set; }

    Flight? IWheelEntry<Flight>.Previous { get; set; }

    Flight? IWheelEntry<Flight>.Next { get; set; }
}

/// <summary>A host and port that probes reach, shared by all targets there.</summary>
internal sealed class Destination(string name)
{
    public string Name => name;

    public int InFlight { get; set; }

    /// <summary>Targets that may start when others there have ended; made when it is needed.</summary>
    public Queue<WatchedTarget>? Waiting { get; set; }
}
