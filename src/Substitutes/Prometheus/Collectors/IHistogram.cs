namespace Prometheus;

public interface IHistogram : IObserver
{
    /// <summary>Sum of all observed values.</summary>
    double Sum { get; }

    /// <summary>Number of all observed values.</summary>
    long Count { get; }

    /// <summary>Observes the same value <paramref name="count"/> times.</summary>
    void Observe(double val, long count);

    /// <param name="val">Measured value; NaN is ignored.</param>
    /// <param name="exemplar">null: ask the metric's <see cref="ExemplarBehavior"/>; <see cref="Exemplar.None"/>: none.</param>
    void Observe(double val, Exemplar? exemplar);
}
