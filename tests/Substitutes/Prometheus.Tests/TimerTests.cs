namespace Prometheus.Tests;

public sealed class TimerTests
{
    private readonly MetricFactory _metrics = Metrics.WithCustomRegistry(Metrics.NewCustomRegistry());

    [Fact]
    public void Dispose_TimerOfAHistogram_ObservesOnce()
    {
        var histogram = _metrics.CreateHistogram("latency_seconds", "Latency.");

        using (histogram.NewTimer())
        {
        }

        histogram.Count.ShouldBe(1);
        histogram.Sum.ShouldBePositive();
    }

    [Fact]
    public void ObserveDuration_TimerOfAGauge_SetsItToWhatItReturns()
    {
        var gauge = _metrics.CreateGauge("last_run_seconds", "Duration.");
        gauge.Set(1e9);

        var elapsed = gauge.NewTimer().ObserveDuration();

        gauge.Value.ShouldBe(elapsed.TotalSeconds);
    }

    [Fact]
    public void ObserveDuration_TimerOfACounter_AddsWhatItReturns()
    {
        var counter = _metrics.CreateCounter("busy_seconds_total", "Time.");
        counter.Inc(10);

        var elapsed = counter.NewTimer().ObserveDuration();

        counter.Value.ShouldBe(10 + elapsed.TotalSeconds);
    }
}
