using Prober.Engine.Probing;
using Prober.Engine.Scheduling;

namespace Prober.Engine.Watching;

/// <summary>A probe under way. Times are milliseconds of the monotonic clock.</summary>
internal sealed class Flight(WatchedTarget target, Destination destination, ProbeCall call, long started, long lateness)
    : IWheelEntry<Flight>
{
    public WatchedTarget Target => target;

    public ProbeCall Call => call;

    public Destination Destination => destination;

    public long Started => started;

    public long Lateness => lateness;

    public long Ended { get; set; }

    public bool IsTimed { get; set; }

    long IWheelEntry<Flight>.DueTick { get; set; }

    Flight? IWheelEntry<Flight>.Previous { get; set; }

    Flight? IWheelEntry<Flight>.Next { get; set; }
}
