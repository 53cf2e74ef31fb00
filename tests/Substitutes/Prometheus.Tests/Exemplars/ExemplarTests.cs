using System.Diagnostics;
using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Exemplars;

public sealed class ExemplarTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public ExemplarTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public async Task Inc_InsideAnActivity_LeavesItsTraceAndSpan()
    {
        using var activity = StartActivity();

        _metrics.CreateCounter("c_total", "Help.").Inc(2);

        var exemplar = await ExemplarAsync();
        exemplar!.Labels["trace_id"].ShouldBe(activity.TraceId.ToHexString());
        exemplar.Labels["span_id"].ShouldBe(activity.SpanId.ToHexString());
        exemplar.Value.ShouldBe(2);
    }

    [Fact]
    public async Task Inc_OutsideAnActivity_LeavesNone()
    {
        Activity.Current = null;

        _metrics.CreateCounter("c_total", "Help.").Inc();

        (await ExemplarAsync()).ShouldBeNull();
        Exemplar.FromTraceContext().ShouldBeSameAs(Exemplar.None);
    }

    [Fact]
    public async Task Inc_NoneGiven_LeavesNoneInsideAnActivityToo()
    {
        using var activity = StartActivity();

        _metrics.CreateCounter("c_total", "Help.").Inc(Exemplar.None);

        (await ExemplarAsync()).ShouldBeNull();
    }

    [Fact]
    public async Task NoExemplars_InsideAnActivity_LeavesOnlyGivenOnes()
    {
        using var activity = StartActivity();
        var counter = _metrics.CreateCounter(
            "c_total", "Help.", new CounterConfiguration { ExemplarBehavior = ExemplarBehavior.NoExemplars() });

        counter.Inc();
        (await ExemplarAsync()).ShouldBeNull();

        counter.Inc(Exemplar.From(Exemplar.Pair("id", "given")));
        (await ExemplarAsync())!.Labels["id"].ShouldBe("given");
    }

    [Fact]
    public void Inc_SameExemplarTwice_IsRefused()
    {
        var counter = _metrics.CreateCounter("c_total", "Help.");
        var exemplar = Exemplar.From(Exemplar.Pair("id", "1"));
        counter.Inc(exemplar);

        Should.Throw<InvalidOperationException>(() => counter.Inc(exemplar));
    }

    [Fact]
    public async Task WithValue_NotAscii_IsReplaced()
    {
        _metrics.CreateCounter("c_total", "Help.").Inc(Exemplar.From(Exemplar.Pair("id", "größe")));

        (await ExemplarAsync())!.Labels["id"].ShouldBe("gr??e");
    }

    [Fact]
    public void Inc_LongerThanOpenMetricsAllows_IsRefused()
    {
        var counter = _metrics.CreateCounter("c_total", "Help.");

        counter.Inc(Exemplar.From(Exemplar.Pair("k", new string('v', 127))));

        Should.Throw<ArgumentException>(() => counter.Inc(Exemplar.From(Exemplar.Pair("k", new string('v', 128)))));
    }

    [Fact]
    public void Inc_SameKeyTwice_IsRefused() =>
        Should.Throw<ArgumentException>(() => _metrics.CreateCounter("c_total", "Help.")
            .Inc(Exemplar.From(Exemplar.Pair("k", "1"), Exemplar.Pair("k", "2"))));

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("a-b")]
    public void Key_NotALabelName_IsRefused(string key) => Should.Throw<ArgumentException>(() => Exemplar.Key(key));

    private static Activity StartActivity() => new Activity("test").SetIdFormat(ActivityIdFormat.W3C).Start();

    private async Task<ScrapedExemplar?> ExemplarAsync() =>
        (await Scrapes.TakeAsync(_registry, ExpositionFormat.OpenMetricsText)).Sample("c_total").Exemplar;
}
