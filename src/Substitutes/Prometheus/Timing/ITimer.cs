namespace Prometheus;

/// <summary>Measures from its creation on.</summary>
public interface ITimer : IDisposable
{
    /// <summary>Observes the seconds until now, and returns them. Disposing does the same: call one or the other.</summary>
    TimeSpan ObserveDuration();
}
