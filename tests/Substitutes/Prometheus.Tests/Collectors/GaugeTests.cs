namespace Prometheus.Tests.Collectors;

public sealed class GaugeTests
{
    private readonly Gauge _gauge = Metrics.WithCustomRegistry(Metrics.NewCustomRegistry()).CreateGauge("queue_length", "Waiting.");

    [Fact]
    public void IncAndDec_WithAndWithoutArgument_AddAndSubtract()
    {
        _gauge.Inc();
        _gauge.Inc(3.2);
        _gauge.Dec();
        _gauge.Dec(0.2);

        _gauge.Value.ShouldBe(3.0, tolerance: 1e-12);
    }

    [Theory]
    [InlineData(-4.5)]
    [InlineData(double.MaxValue)]
    [InlineData(double.NegativeInfinity)]
    [InlineData(double.NaN)]
    public void Set_AnyDouble_IsTheValue(double value)
    {
        _gauge.Set(value);

        _gauge.Value.ShouldBe(value);
    }

    [Theory]
    [InlineData(9, 9)]
    [InlineData(-1, 5)]
    public void IncTo_AnyTarget_RaisesOnly(double target, double expected)
    {
        _gauge.Set(5);

        _gauge.IncTo(target);

        _gauge.Value.ShouldBe(expected);
    }

    [Theory]
    [InlineData(9, 5)]
    [InlineData(-1, -1)]
    public void DecTo_AnyTarget_LowersOnly(double target, double expected)
    {
        _gauge.Set(5);

        _gauge.DecTo(target);

        _gauge.Value.ShouldBe(expected);
    }

    [Fact]
    public void Inc_OfNaN_ReturnsAndStaysNaN()
    {
        _gauge.Set(double.NaN);

        _gauge.Inc();

        _gauge.Value.ShouldBe(double.NaN);
    }
}
