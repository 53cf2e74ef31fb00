using System.Diagnostics;

namespace Prometheus;

/// <summary>Timers whose disposal reports the elapsed seconds. They allocate: a hot path measures by itself.</summary>
public static class TimerExtensions
{
    /// <summary>Observes the duration.</summary>
    public static ITimer NewTimer(this IObserver observer) => new Timer(observer.Observe);

    /// <summary>Sets the gauge to the duration.</summary>
    public static ITimer NewTimer(this IGauge gauge) => new Timer(gauge.Set);

    /// <summary>Adds the duration.</summary>
    public static ITimer NewTimer(this ICounter counter) => new Timer(counter.Inc);

    private sealed class Timer(Action<double> report) : ITimer
    {
        private readonly long _start = Stopwatch.GetTimestamp();

        public TimeSpan ObserveDuration()
        {
            var elapsed = Stopwatch.GetElapsedTime(_start);
            report(elapsed.TotalSeconds);
            return elapsed;
        }

        public void Dispose() => ObserveDuration();
    }
}
