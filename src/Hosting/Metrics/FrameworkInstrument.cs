using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Globalization;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>An instrument of the framework as a metric. Each set of tags is a series.</summary>
internal sealed class FrameworkInstrument(CollectorRegistry registry, Instrument instrument)
{
    /// <summary>Clients and servers choose some of the tags; what has further ones is counted together.</summary>
    private const int MaxSeries = 1000;

    private static readonly KeyValuePair<string, object?>[] Overflow = [new("otel.metric.overflow", "true")];
    private static readonly string OverflowKey = Key(Overflow);

    private readonly MetricFactory _metrics = Prometheus.Metrics.WithCustomRegistry(registry);
    private readonly ConcurrentDictionary<string, Action<double>> _series = [];
    private readonly string _kind = instrument.GetType().Name.Split('`')[0];

    private string Name
    {
        get
        {
            var name = instrument.Name.Replace('.', '_').Replace('-', '_');
            var unit = instrument.Unit switch { "s" => "_seconds", "By" => "_bytes", _ => "" };
            return $"{(name.EndsWith(unit, StringComparison.Ordinal) ? name : name + unit)}{(IsCounter ? "_total" : "")}";
        }
    }

    private bool IsCounter => _kind is "Counter" or "ObservableCounter";

    public void Record(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var key = Key(tags);
        if (!_series.TryGetValue(key, out var series) && !_series.TryGetValue(OverflowKey, out series))
        {
            if (_series.Count >= MaxSeries)
            {
                key = OverflowKey;
                tags = Overflow;
            }

            series = _series.GetOrAdd(key, Series(tags));
        }

        series(value);
    }

    private static string Key(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var key = "";
        foreach (var tag in tags)
        {
            key += $"{tag.Key}\0{Text(tag.Value)}\0";
        }

        return key;
    }

    private static string Text(object? value) => value is bool flag ? (flag ? "true" : "false")
        : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";

    private Action<double> Series(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var names = new string[tags.Length];
        var values = new string[tags.Length];
        for (var i = 0; i < tags.Length; i++)
        {
            (names[i], values[i]) = (tags[i].Key.Replace('.', '_'), Text(tags[i].Value));
        }

        var help = instrument.Description ?? instrument.Name;
        return _kind switch
        {
            "Counter" => _metrics.CreateCounter(Name, help, names).WithLabels(values).Inc,
            "ObservableCounter" => _metrics.CreateCounter(Name, help, names).WithLabels(values).IncTo,
            "UpDownCounter" => _metrics.CreateGauge(Name, help, names).WithLabels(values).Inc,
            "Histogram" => _metrics.CreateHistogram(Name, help, names, new HistogramConfiguration
            {
                Buckets = Bounds(),
                ExemplarBehavior = ExemplarBehavior.NoExemplars(),
            }).WithLabels(values).Observe,
            _ => _metrics.CreateGauge(Name, help, names).WithLabels(values).Set,
        };
    }

    private double[] Bounds() => instrument switch
    {
        Histogram<double> { Advice.HistogramBucketBoundaries: { Count: > 0 } bounds } => [.. bounds],
        _ => Buckets.Seconds,
    };
}
