namespace Prober.Engine.Scheduling;

/// <summary>What a <see cref="TimerWheel{T}"/> holds: the links are the entry's own, so that waiting costs no object.</summary>
public interface IWheelEntry<T>
    where T : class
{
    /// <summary>Only the wheel sets the three.</summary>
    long DueTick { get; set; }

    T? Previous { get; set; }

    T? Next { get; set; }
}
