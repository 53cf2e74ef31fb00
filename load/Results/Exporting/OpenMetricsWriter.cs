using System.Globalization;

namespace Load.Results.Exporting;

/// <summary>
/// OpenMetrics text with a time at each sample, which the format has for what was recorded
/// (https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md).
/// </summary>
internal sealed class OpenMetricsWriter(TextWriter output)
{
    /// <param name="name">The family's name; a counter's without its <c>_total</c>.</param>
    /// <param name="type">Such as <c>gauge</c>.</param>
    /// <param name="help">A sentence.</param>
    /// <param name="unit">The unit that the name ends in; null for none.</param>
    public void Family(string name, string type, string help, string? unit = null)
    {
        output.WriteLine($"# TYPE {name} {type}");
        if (unit is not null)
        {
            output.WriteLine($"# UNIT {name} {unit}");
        }

        output.WriteLine($"# HELP {name} {help}");
    }

    public void Sample(string name, IEnumerable<(string Name, string Value)> labels, double value, DateTimeOffset time)
    {
        var text = string.Join(',', labels.Select(label => $"{label.Name}=\"{Escaped(label.Value)}\""));
        var seconds = time.ToUnixTimeMilliseconds() / 1000.0;
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{name}{{{text}}} {value} {seconds:0.000}"));
    }

    /// <param name="name">The family's name.</param>
    /// <param name="labels">Without <c>le</c>.</param>
    /// <param name="bounds">Ascending; +Inf is added.</param>
    /// <param name="counts">In each bucket alone, the one above the last bound included.</param>
    /// <param name="sum">The sum of the observed values.</param>
    /// <param name="time">UTC.</param>
    public void Histogram(
        string name, (string Name, string Value)[] labels, double[] bounds, long[] counts, double sum, DateTimeOffset time)
    {
        var total = 0L;
        foreach (var (bucket, count) in counts.Index())
        {
            Sample($"{name}_bucket", [.. labels, ("le", bucket < bounds.Length ? Bound(bounds[bucket]) : "+Inf")], total += count, time);
        }

        Sample($"{name}_count", labels, total, time);
        Sample($"{name}_sum", labels, sum, time);
    }

    public void End() => output.WriteLine("# EOF");

    /// <summary>A bound as the lab writes it while it runs, so that the two are one series: 3.125e-05, 1.0.</summary>
    private static string Bound(double bound) => bound.ToString(double.IsInteger(bound) ? "0.0" : "g", CultureInfo.InvariantCulture);

    private static string Escaped(string text) => text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n");
}
