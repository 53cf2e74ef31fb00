namespace Prober.Engine.Timelines;

public enum TargetState
{
    Unknown,
    Up,
    Down,

    /// <summary>Planned: counts as neither up nor down.</summary>
    Maintenance,
}
