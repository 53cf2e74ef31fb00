using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Collectors;

public sealed class ConcurrencyTests
{
    private const int Workers = 8;
    private const int Updates = 50_000;

    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public ConcurrencyTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public async Task Inc_ManyThreads_LosesNone()
    {
        var counter = _metrics.CreateCounter("requests_total", "Requests.");

        await InParallelAsync(_ => Repeat(() => counter.Inc(0.5)));

        counter.Value.ShouldBe(Workers * Updates * 0.5);
    }

    [Fact]
    public async Task IncAndDec_ManyThreads_MeetAtTheStart()
    {
        var gauge = _metrics.CreateGauge("in_flight", "Requests.");
        gauge.Set(7);

        await InParallelAsync(worker => Repeat(() => gauge.Inc(worker % 2 == 0 ? 3 : -3)));

        gauge.Value.ShouldBe(7);
    }

    [Fact]
    public async Task IncTo_ManyThreads_EndsAtTheHighest()
    {
        var counter = _metrics.CreateCounter("offset_total", "Offset.");

        await InParallelAsync(worker =>
        {
            for (var i = 0; i < Updates; i++)
            {
                counter.IncTo((i * Workers) + worker);
            }
        });

        counter.Value.ShouldBe((Workers * Updates) - 1);
    }

    [Fact]
    public async Task Observe_ManyThreads_LosesNoneAndSumsExactly()
    {
        var histogram = _metrics.CreateHistogram("size", "Size.", new HistogramConfiguration { Buckets = [1, 2, 4, 8] });

        await InParallelAsync(worker => Repeat(() => histogram.Observe(worker)));

        histogram.Count.ShouldBe(Workers * Updates);
        histogram.Sum.ShouldBe(Enumerable.Range(0, Workers).Sum() * (double)Updates);
        var buckets = (await Scrapes.TakeAsync(_registry)).Samples.Where(sample => sample.Name == "size_bucket");
        buckets.Select(sample => sample.Value).ShouldBe([2 * Updates, 3 * Updates, 5 * Updates, Workers * Updates, Workers * Updates]);
    }

    [Fact]
    public async Task WithLabels_ManyThreadsMeetNewValues_CreatesEachOnce()
    {
        const int Names = 200;
        var counter = _metrics.CreateCounter("files_total", "Files.", "name");

        await InParallelAsync(_ =>
        {
            for (var name = 0; name < Names; name++)
            {
                counter.WithLabels($"{name}").Inc();
            }
        });

        var samples = (await Scrapes.TakeAsync(_registry)).Samples;
        samples.Count.ShouldBe(Names);
        samples.ShouldAllBe(sample => sample.Value == Workers);
    }

    [Fact]
    public async Task CreateCounter_ManyThreadsAskForTheSame_GetTheSame()
    {
        var created = new Counter[Workers];

        await InParallelAsync(worker => created[worker] = _metrics.CreateCounter("requests_total", "Requests.", "code"));

        created.Distinct().ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Scrape_WhileExemplarsAreRecorded_NeverMixesTwo()
    {
        var a = Exemplar.Key("a");
        var b = Exemplar.Key("b");
        var counter = _metrics.CreateCounter("requests_total", "Requests.");
        var seen = 0;
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var writers = InParallelAsync(worker =>
        {
            var text = $"{worker + 1}";
            while (!stop.IsCancellationRequested)
            {
                counter.Inc(worker + 1, Exemplar.From(a.WithValue(text), b.WithValue(text)));
            }
        });

        for (var i = 0; i < 500; i++)
        {
            var exemplar = (await Scrapes.TakeAsync(_registry, ExpositionFormat.OpenMetricsText)).Sample("requests_total").Exemplar;
            if (exemplar is not null)
            {
                seen++;
                exemplar.Labels["a"].ShouldBe(exemplar.Labels["b"]);
                exemplar.Labels["a"].ShouldBe($"{exemplar.Value}");
            }
        }

        await stop.CancelAsync();
        await writers.Within();
        seen.ShouldBePositive();
    }

    private static Task InParallelAsync(Action<int> work) =>
        Task.WhenAll(Enumerable.Range(0, Workers).Select(worker => Task.Factory.StartNew(
            () => work(worker), TestContext.Current.CancellationToken, TaskCreationOptions.LongRunning, TaskScheduler.Default))).Within();

    private static void Repeat(Action update)
    {
        for (var i = 0; i < Updates; i++)
        {
            update();
        }
    }
}
