namespace Prober.Engine.Scheduling;

/// <summary>An entry of a <see cref="TimerWheel{T}"/>: it contains its own links, so that waiting needs no object.</summary>
public interface IWheelEntry<T>
    where T : class
{
    /// <summary>Only the wheel sets these three.</summary>
    long DueTick { get; set; }

    T? Previous { get; set; }

    T? Next { get; set; }
}
