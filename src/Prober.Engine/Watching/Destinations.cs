namespace Prober.Engine.Watching;

/// <summary>The hosts and ports that probes use now, or wait for. Idle ones are forgotten, because most targets have their own.</summary>
internal sealed class Destinations
{
    private readonly Dictionary<string, Destination> _active = [];

    /// <summary>The destination of a target's next probe.</summary>
    public Destination Of(WatchedTarget target)
    {
        var name = target.Definition.Probe.Destination;
        if (!_active.TryGetValue(name, out var destination))
        {
            _active.Add(name, destination = new(name));
        }

        return destination;
    }

    /// <summary>Forgets it unless it is in use.</summary>
    public void Release(Destination destination)
    {
        if (destination is { InFlight: 0, Waiting: null or { Count: 0 } })
        {
            _active.Remove(destination.Name);
        }
    }
}

/// <summary>A host and port that probes reach, shared by all targets there.</summary>
internal sealed class Destination(string name)
{
    public string Name => name;

    public int InFlight { get; set; }

    /// <summary>Targets that may start when other probes there have ended; created when needed.</summary>
    public Queue<WatchedTarget>? Waiting { get; set; }
}
