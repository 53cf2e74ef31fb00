namespace Prober.Engine.Watching;

/// <summary>What the engine did, and what went wrong. Its thread writes.</summary>
public sealed class EngineCounters
{
    public long Probes { get; internal set; }

    public long Bad { get; internal set; }

    /// <summary>Started more than 50 ms after they were due.</summary>
    public long Late { get; internal set; }

    /// <summary>Not started before the next one was due.</summary>
    public long Missed { get; internal set; }

    /// <summary>Failures that are no evidence, because the prober was late itself.</summary>
    public long Strained { get; internal set; }

    /// <summary>Due while a limit kept them from starting; those that started later count as late, too.</summary>
    public long Refused { get; internal set; }

    public long Pauses { get; internal set; }

    public int InFlight { get; internal set; }
}
