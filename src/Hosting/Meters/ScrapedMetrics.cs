using Prometheus;

namespace Hosting.Meters;

/// <summary>Metrics whose values other objects keep. They are read before each scrape, and cost nothing between scrapes.</summary>
public static class ScrapedMetrics
{
    /// <param name="registry">Shows it.</param>
    /// <param name="name">Ends with <c>_total</c>.</param>
    /// <param name="help">A sentence.</param>
    /// <param name="read">Gives a number that never falls; it may be called on any thread.</param>
    public static void Count(this CollectorRegistry registry, string name, string help, Func<double> read)
    {
        var counter = Prometheus.Metrics.WithCustomRegistry(registry).CreateCounter(name, help);
        registry.AddBeforeCollectCallback(() => counter.IncTo(read()));
    }

    /// <inheritdoc cref="Count(CollectorRegistry, string, string, Func{double})"/>
    /// <param name="labels">The names of the labels.</param>
    /// <param name="read">Gives the values of the labels, and a number that never falls, for each series.</param>
    public static void Count(
        this CollectorRegistry registry, string name, string help, string[] labels, Func<IEnumerable<(string[] Labels, double Value)>> read)
    {
        var counter = Prometheus.Metrics.WithCustomRegistry(registry).CreateCounter(name, help, labels);
        registry.AddBeforeCollectCallback(() =>
        {
            foreach (var (values, value) in read())
            {
                counter.WithLabels(values).IncTo(value);
            }
        });
    }

    /// <param name="registry">Shows it.</param>
    /// <param name="name">Ends with its unit, if it has one.</param>
    /// <param name="help">A sentence.</param>
    /// <param name="read">Gives the value; it may be called on any thread.</param>
    public static void Measure(this CollectorRegistry registry, string name, string help, Func<double> read)
    {
        var gauge = Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge(name, help);
        registry.AddBeforeCollectCallback(() => gauge.Set(read()));
    }

    /// <inheritdoc cref="Measure(CollectorRegistry, string, string, Func{double})"/>
    /// <param name="labels">The names of the labels.</param>
    /// <param name="read">Gives the values of the labels, and the value, for each series.</param>
    public static void Measure(
        this CollectorRegistry registry, string name, string help, string[] labels, Func<IEnumerable<(string[] Labels, double Value)>> read)
    {
        var gauge = Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge(name, help, labels);
        registry.AddBeforeCollectCallback(() =>
        {
            foreach (var (values, value) in read())
            {
                gauge.WithLabels(values).Set(value);
            }
        });
    }
}
