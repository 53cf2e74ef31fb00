using Google.Protobuf.Collections;
using Hosting.Otlp.Wire;
using Hosting.Settings;

namespace Hosting.Otlp;

/// <summary>Scraped metrics as OTLP has them, under the same names: counters and histograms as totals since the start.</summary>
internal sealed class OtlpMetrics(HostDescription host, DateTimeOffset started)
{
    private readonly ulong _started = Nanoseconds(started);

    public MetricsRequest Request(IEnumerable<MetricText> metrics, DateTimeOffset now)
    {
        var scope = new ScopeMetrics { Scope = new Scope { Name = host.Name, Version = host.Version } };
        scope.Metrics.AddRange(metrics.Where(metric => metric.Samples.Count > 0).Select(metric => Convert(metric, Nanoseconds(now))));
        var resource = new Resource();
        Add(resource.Attributes, [
            new("service.name", host.Name), new("service.version", host.Version),
            new("service.instance.id", $"{Environment.MachineName}/{Environment.ProcessId}"),
        ]);
        return new MetricsRequest { ResourceMetrics = { new ResourceMetrics { Resource = resource, ScopeMetrics = { scope } } } };
    }

    private static ulong Nanoseconds(DateTimeOffset time) => (ulong)(time - DateTimeOffset.UnixEpoch).Ticks * 100;

    private Metric Convert(MetricText scraped, ulong now)
    {
        var metric = new Metric { Name = scraped.Name, Description = scraped.Help };
        switch (scraped.Type)
        {
            case "counter":
                metric.Sum = new Sum { AggregationTemporality = Temporality.Cumulative, IsMonotonic = true };
                metric.Sum.DataPoints.AddRange(scraped.Samples.Select(sample => Number(sample, now)));
                break;
            case "histogram":
                metric.Histogram = new Histogram { AggregationTemporality = Temporality.Cumulative };
                metric.Histogram.DataPoints.AddRange(Series(scraped).Select(series => Histogram(scraped.Name, series, now)));
                break;
            default:
                metric.Gauge = new Gauge();
                metric.Gauge.DataPoints.AddRange(scraped.Samples.Select(sample => Number(sample, now)));
                break;
        }

        return metric;
    }

    private NumberPoint Number(SampleText sample, ulong now)
    {
        var point = new NumberPoint { StartTimeUnixNano = _started, TimeUnixNano = now, AsDouble = sample.Value };
        Add(point.Attributes, sample.Labels);
        return point;
    }

    /// <summary>The samples of a histogram by its labels without <c>le</c>.</summary>
    private static IEnumerable<IGrouping<string, SampleText>> Series(MetricText histogram) => histogram.Samples.GroupBy(sample =>
        string.Join('\0', sample.Labels.Where(label => label.Key != "le").Select(label => $"{label.Key}\0{label.Value}")));

    private HistogramPoint Histogram(string name, IEnumerable<SampleText> series, ulong now)
    {
        var point = new HistogramPoint { StartTimeUnixNano = _started, TimeUnixNano = now };
        var below = 0UL;
        foreach (var sample in series)
        {
            if (sample.Labels.Find(label => label.Key == "le") is { Key: not null } bound)
            {
                // Prometheus counts all below a bound, OTLP those between two. The last bucket has no bound there.
                point.BucketCounts.Add((ulong)sample.Value - below);
                below = (ulong)sample.Value;
                if (ScrapedText.Number(bound.Value) is var limit && double.IsFinite(limit))
                {
                    point.ExplicitBounds.Add(limit);
                }

                continue;
            }

            if (sample.Name == $"{name}_sum")
            {
                point.Sum = sample.Value;
                Add(point.Attributes, sample.Labels);
            }
            else
            {
                point.Count = (ulong)sample.Value;
            }
        }

        return point;
    }

    private static void Add(RepeatedField<KeyValue> attributes, IEnumerable<KeyValuePair<string, string>> labels) =>
        attributes.AddRange(labels.Select(label => new KeyValue { Key = label.Key, Value = new Value { StringValue = label.Value } }));
}
