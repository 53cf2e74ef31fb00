using System.Globalization;

namespace Load.Systems.Sigma.Streaming;

/// <summary>The outcomes of records since a process started, from its metrics.</summary>
/// <param name="Records">Judged.</param>
/// <param name="Matched">Those of them that match.</param>
/// <param name="Alerts">In the sink.</param>
internal readonly record struct StreamAccount(long Records, long Matched, long Alerts)
{
    private const string Metric = "sigma_records_total{";

    public static StreamAccount operator +(StreamAccount one, StreamAccount other) =>
        new(one.Records + other.Records, one.Matched + other.Matched, one.Alerts + other.Alerts);

    public static StreamAccount operator -(StreamAccount now, StreamAccount before) =>
        new(now.Records - before.Records, now.Matched - before.Matched, now.Alerts - before.Alerts);

    /// <param name="metrics">In Prometheus' text format.</param>
    public static StreamAccount Parse(string metrics)
    {
        var lines = metrics.Split('\n');
        var matched = Sum("outcome=\"matched\"");
        return new(
            matched + Sum("outcome=\"unmatched\""), matched,
            lines.Where(line => line.StartsWith("sigma_alerts_total{outcome=\"sent\"}", StringComparison.Ordinal)).Sum(Value));

        long Sum(string label) => lines
            .Where(line => line.StartsWith(Metric, StringComparison.Ordinal) && line.Contains(label, StringComparison.Ordinal)).Sum(Value);
    }

    private static long Value(string line) => (long)double.Parse(line[(line.LastIndexOf('}') + 1)..], CultureInfo.InvariantCulture);
}
