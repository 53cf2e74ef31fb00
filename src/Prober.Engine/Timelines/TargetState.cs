namespace Prober.Engine.Timelines;

public enum TargetState
{
    Unknown,
    Up,
    Down,

    /// <summary>Planned: neither up nor down is counted.</summary>
    Maintenance,
}
