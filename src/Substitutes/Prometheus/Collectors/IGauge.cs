namespace Prometheus;

public interface IGauge : ICollectorChild
{
    double Value { get; }

    void Inc(double increment = 1);

    void Set(double val);

    void Dec(double decrement = 1);

    /// <summary>Raises the value to the target; does nothing when it is there already or above.</summary>
    void IncTo(double targetValue);

    /// <summary>Lowers the value to the target; does nothing when it is there already or below.</summary>
    void DecTo(double targetValue);
}
