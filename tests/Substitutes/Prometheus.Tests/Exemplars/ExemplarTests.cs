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
    public async Task FromTraceContext_OtherKeys_UsesThem()
    {
        using var activity = StartActivity();

        _metrics.CreateCounter("c_total", "Help.").Inc(Exemplar.FromTraceContext(Exemplar.Key("traceID"), Exemplar.Key("spanID")));

        (await ExemplarAsync())!.Labels.Keys.ShouldBe(["traceID", "spanID"]);
    }

    [Fact]
    public async Task DefaultExemplarProvider_Set_IsAskedOnlyWhenNoneIsGiven()
    {
        var counter = _metrics.CreateCounter("c_total", "Help.", new CounterConfiguration
        {
            ExemplarBehavior = new ExemplarBehavior
            {
                DefaultExemplarProvider = (metric, value) => Exemplar.From(Exemplar.Pair("of", $"{metric.Name} {value}")),
            },
        });

        counter.Inc(3);
        (await ExemplarAsync())!.Labels["of"].ShouldBe("c_total 3");

        counter.Inc(Exemplar.From(Exemplar.Pair("of", "caller")));
        (await ExemplarAsync())!.Labels["of"].ShouldBe("caller");
    }

    [Fact]
    public async Task DefaultExemplarProvider_AnswersNoneBelowAThreshold_KeepsTheSlowOnes()
    {
        var histogram = _metrics.CreateHistogram("h", "Help.", new HistogramConfiguration
        {
            Buckets = [1],
            ExemplarBehavior = new ExemplarBehavior
            {
                DefaultExemplarProvider = (_, value) => value < 0.1 ? Exemplar.None : Exemplar.From(Exemplar.Pair("id", "slow")),
            },
        });

        histogram.Observe(0.5);
        histogram.Observe(0.05);

        var bucket = (await Scrapes.TakeAsync(_registry, ExpositionFormat.OpenMetricsText)).Sample("h_bucket", ("le", "1.0"));
        bucket.Value.ShouldBe(2);
        bucket.Exemplar!.Value.ShouldBe(0.5);
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
    public async Task ExemplarBehavior_OfTheFactory_IsThatOfItsMetrics()
    {
        _metrics.ExemplarBehavior = ExemplarBehavior.NoExemplars();
        using var activity = StartActivity();

        _metrics.CreateCounter("c_total", "Help.").Inc();

        (await ExemplarAsync()).ShouldBeNull();
    }

    [Fact]
    public async Task NewExemplarMinInterval_NotOver_KeepsTheFirst()
    {
        var counter = CreateWithInterval(TimeSpan.FromDays(1));

        counter.Inc(Exemplar.From(Exemplar.Pair("id", "1")));
        counter.Inc(Exemplar.From(Exemplar.Pair("id", "2")));

        (await ExemplarAsync())!.Labels["id"].ShouldBe("1");
    }

    [Fact]
    public async Task NewExemplarMinInterval_Over_TakesTheNext()
    {
        // Long enough ago, however coarse the clock.
        var interval = TimeSpan.FromMilliseconds(50);
        var counter = CreateWithInterval(interval);
        counter.Inc(Exemplar.From(Exemplar.Pair("id", "1")));

        await Task.Delay(20 * interval, TestContext.Current.CancellationToken);
        counter.Inc(Exemplar.From(Exemplar.Pair("id", "2")));

        (await ExemplarAsync())!.Labels["id"].ShouldBe("2");
    }

    [Fact]
    public void Inc_SameExemplarTwice_IsRefused()
    {
        var counter = _metrics.CreateCounter("c_total", "Help.");
        var exemplar = Exemplar.From(Exemplar.Pair("id", "1"));
        counter.Inc(exemplar);

        Should.Throw<InvalidOperationException>(() => counter.Inc(exemplar));
        Should.Throw<InvalidOperationException>(() => exemplar.Clone());
    }

    [Fact]
    public async Task Clone_BeforeUse_IsForAnotherObservation()
    {
        var counter = _metrics.CreateCounter("c_total", "Help.");
        var exemplar = Exemplar.From(Exemplar.Pair("a", "1"), Exemplar.Pair("b", "2"));
        var clone = exemplar.Clone();

        counter.Inc(exemplar);
        counter.Inc(5, clone);

        var kept = await ExemplarAsync();
        kept!.Value.ShouldBe(5);
        kept.Labels.ShouldBe(new Dictionary<string, string> { ["a"] = "1", ["b"] = "2" });
    }

    [Fact]
    public async Task From_OneToSixPairs_KeepsAll()
    {
        Exemplar.LabelPair[] pairs = [.. Enumerable.Range(1, 6).Select(i => Exemplar.Pair($"k{i}", $"v{i}"))];
        Exemplar[] exemplars =
        [
            Exemplar.From(pairs[0]),
            Exemplar.From(pairs[0], pairs[1]),
            Exemplar.From(pairs[0], pairs[1], pairs[2]),
            Exemplar.From(pairs[0], pairs[1], pairs[2], pairs[3]),
            Exemplar.From(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
            Exemplar.From(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], pairs[5]),
        ];
        var counter = _metrics.CreateCounter("c_total", "Help.");

        for (var count = 1; count <= exemplars.Length; count++)
        {
            counter.Inc(exemplars[count - 1]);
            (await ExemplarAsync())!.Labels.ShouldBe(Enumerable.Range(1, count).Select(i => KeyValuePair.Create($"k{i}", $"v{i}")));
        }
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

    private Counter CreateWithInterval(TimeSpan interval) => _metrics.CreateCounter(
        "c_total", "Help.", new CounterConfiguration { ExemplarBehavior = new ExemplarBehavior { NewExemplarMinInterval = interval } });

    private async Task<ScrapedExemplar?> ExemplarAsync() =>
        (await Scrapes.TakeAsync(_registry, ExpositionFormat.OpenMetricsText)).Sample("c_total").Exemplar;
}
