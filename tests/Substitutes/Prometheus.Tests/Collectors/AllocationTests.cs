namespace Prometheus.Tests.Collectors;

public sealed class AllocationTests
{
    private readonly MetricFactory _metrics = Metrics.WithCustomRegistry(Metrics.NewCustomRegistry());

    [Fact]
    public void Inc_ResolvedCounter_AllocatesNothing()
    {
        var child = _metrics.CreateCounter("requests_total", "Requests.", "code").WithLabels("200");

        Allocation.Of(() => child.Inc()).ShouldBe(0);
        Allocation.Of(() => child.IncTo(1)).ShouldBe(0);
    }

    [Fact]
    public void SetAndInc_ResolvedGauge_AllocateNothing()
    {
        var child = _metrics.CreateGauge("in_flight", "Requests.", "code").WithLabels("200");

        Allocation.Of(() => child.Set(4)).ShouldBe(0);
        Allocation.Of(() => child.Inc()).ShouldBe(0);
        Allocation.Of(() => child.Dec()).ShouldBe(0);
    }

    [Fact]
    public void Observe_ResolvedHistogram_AllocatesNothing()
    {
        var child = _metrics.CreateHistogram("latency_seconds", "Latency.", "code").WithLabels("200");

        Allocation.Of(() => child.Observe(0.03)).ShouldBe(0);
    }

    [Fact]
    public void WithLabels_KnownValuesInASpan_AllocatesNothing()
    {
        var counter = _metrics.CreateCounter("requests_total", "Requests.", "transport", "code");
        counter.WithLabels("grpc", "OK");

        Allocation.Of(() => counter.WithLabels((ReadOnlySpan<string>)["grpc", "OK"]).Inc()).ShouldBe(0);
    }
}
