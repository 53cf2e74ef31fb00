namespace Prometheus;

public interface ICounter : ICollectorChild
{
    double Value { get; }

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="increment"/> is negative.</exception>
    void Inc(double increment = 1.0);

    /// <inheritdoc cref="Inc(double, Exemplar?)"/>
    void Inc(Exemplar? exemplar);

    /// <param name="increment">Not negative.</param>
    /// <param name="exemplar">null: ask the metric's <see cref="ExemplarBehavior"/>; <see cref="Exemplar.None"/>: none.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="increment"/> is negative.</exception>
    void Inc(double increment, Exemplar? exemplar);

    /// <summary>Raises the value to the target; does nothing when it is there already or above.</summary>
    void IncTo(double targetValue);
}
