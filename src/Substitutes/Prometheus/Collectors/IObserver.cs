namespace Prometheus;

/// <summary>Takes measured values.</summary>
public interface IObserver : ICollectorChild
{
    void Observe(double val);
}
