using Hosting.Meters;
using Hosting.Metrics;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Sigma.Streams.Metrics;

/// <summary>The service's metrics. Labels are names of settings, rules and enums, so their number is limited.</summary>
internal sealed class SigmaMetrics
{
    private readonly bool _enabled;
    private readonly CollectorRegistry _registry;
    private readonly Counter _records;
    private readonly Counter _candidates;
    private readonly Counter _timeOuts;
    private readonly Counter _times;
    private readonly Counter _alerts;
    private readonly Counter _retries;
    private readonly Counter _refused;
    private readonly Histogram _deliveries;
    private readonly Counter _reloads;
    private readonly Histogram _reloadTime;

    public SigmaMetrics(CollectorRegistry registry, IOptions<HostSettings> settings)
    {
        _enabled = settings.Value.Metrics;
        _registry = registry;
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        var seconds = new HistogramConfiguration { Buckets = Buckets.Seconds, ExemplarBehavior = ExemplarBehavior.NoExemplars() };
        _records = metrics.CreateCounter("sigma_records_total", "Records by outcome.", "source", "outcome");
        _candidates = metrics.CreateCounter("sigma_candidates_total", "Rules that were looked at, over all records.");
        _timeOuts = metrics.CreateCounter(
            "sigma_regex_timeouts_total",
            "How often a regular expression took too long for a value, and was not tried on further values of the field.");
        _times = metrics.CreateCounter("sigma_event_times_total", "Records that matched, by where their time comes from.", "origin");
        _alerts = metrics.CreateCounter("sigma_alerts_total", "Alerts by outcome.", "outcome");
        _retries = metrics.CreateCounter("sigma_sink_retries_total", "Deliveries that failed at a sink, and are tried again.", "sink");
        _refused = metrics.CreateCounter("sigma_sink_refused_total", "Alerts that a sink refused for good: dead letters.", "sink");
        _deliveries = metrics.CreateHistogram(
            "sigma_commit_seconds", "From the beginning of a delivery until all sinks have it and its positions are stored.", seconds);
        _reloads = metrics.CreateCounter("sigma_reloads_total", "Changes of rules, by outcome.", "outcome");
        _reloadTime = metrics.CreateHistogram("sigma_reload_seconds", "The time from reading rules until they are in use.", seconds);
    }

    /// <summary>Creates the series of a label before its values occur, because a rate needs a start.</summary>
    public void Know<TOrigin>(params IEnumerable<string> sinks)
        where TOrigin : struct, Enum
    {
        if (!_enabled)
        {
            return;
        }

        foreach (var origin in Enum.GetValues<TOrigin>())
        {
            _times.WithLabels(LabelValues.Of(origin)).Inc(0);
        }

        foreach (var sink in sinks)
        {
            _retries.WithLabels(sink).Inc(0);
            _refused.WithLabels(sink).Inc(0);
        }

        Sent(0);
        HeldBack(0);
        _reloads.WithLabels("refused").Inc(0);
    }

    /// <param name="source">Its name.</param>
    /// <param name="records">The number of valid records.</param>
    /// <param name="matching">How many of them match a rule.</param>
    /// <param name="candidates">Rules that were looked at.</param>
    public void Judged(string source, int records, int matching, long candidates)
    {
        if (_enabled)
        {
            _records.WithLabels(source, "matched").Inc(matching);
            _records.WithLabels(source, "unmatched").Inc(records - matching);
            _candidates.Inc(candidates);
        }
    }

    /// <param name="values">The number of values for which a regular expression took too long.</param>
    public void TimedOut(long values)
    {
        if (_enabled)
        {
            _timeOuts.Inc(values);
        }
    }

    public void Died(string source, string reason) => Count(_records, source, reason);

    public void Timed<TOrigin>(TOrigin origin, int matches)
        where TOrigin : struct, Enum => Add(_times, matches, LabelValues.Of(origin));

    public void Sent(int alerts) => Add(_alerts, alerts, "sent");

    public void HeldBack(int alerts) => Add(_alerts, alerts, "held-back");

    public void Retried(string sink) => Count(_retries, sink);

    public void Refused(string sink, int alerts) => Add(_refused, alerts, sink);

    public void Committed(TimeSpan took)
    {
        if (_enabled)
        {
            _deliveries.Observe(took.TotalSeconds);
        }
    }

    public void Reloaded(bool isApplied, TimeSpan took)
    {
        if (_enabled)
        {
            _reloads.WithLabels(isApplied ? "applied" : "refused").Inc();
            _reloadTime.Observe(took.TotalSeconds);
        }
    }

    /// <summary>A counter that another object keeps: it is read before each scrape.</summary>
    public void Watch(string name, string help, Func<long> read) => _registry.Count(name, help, () => read());

    /// <summary>A value that another object keeps: it is read before each scrape.</summary>
    public void Measure(string name, string help, Func<double> read) => _registry.Measure(name, help, read);

    /// <summary>Counters with one label each, which another object keeps.</summary>
    public void Watch(string name, string help, string label, Func<IEnumerable<KeyValuePair<string, long>>> read) =>
        _registry.Count(name, help, [label], () => Series(read()));

    /// <summary>Values with one label each, which another object keeps.</summary>
    public void Measure(string name, string help, string label, Func<IEnumerable<KeyValuePair<string, long>>> read) =>
        _registry.Measure(name, help, [label], () => Series(read()));

    private static IEnumerable<(string[] Labels, double Value)> Series(IEnumerable<KeyValuePair<string, long>> values) =>
        values.Select(value => (new[] { value.Key }, (double)value.Value));

    private void Count(Counter counter, params string[] labels)
    {
        if (_enabled)
        {
            counter.WithLabels(labels).Inc();
        }
    }

    private void Add(Counter counter, int count, string label)
    {
        if (_enabled)
        {
            counter.WithLabels(label).Inc(count);
        }
    }
}
