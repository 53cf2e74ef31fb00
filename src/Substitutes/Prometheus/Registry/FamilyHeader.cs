using System.Text;

namespace Prometheus;

/// <summary>The lines above the samples of a name: <c># HELP</c> and <c># TYPE</c>.</summary>
internal static class FamilyHeader
{
    private const string CounterSuffix = "_total";

    public static byte[] Encode(Collector metric, ExpositionFormat format)
    {
        var (name, type) = (metric.Name, TypeName(metric.Type));
        var help = metric.Help.Replace(@"\", @"\\", StringComparison.Ordinal).Replace("\n", @"\n", StringComparison.Ordinal);
        if (format == ExpositionFormat.OpenMetricsText)
        {
            help = help.Replace("\"", "\\\"", StringComparison.Ordinal);
            if (metric.Type == MetricType.Counter)
            {
                // OpenMetrics 5.1: a counter's samples end in _total and its family does not. A sample that has no such ending
                // can be no counter's, so it is declared as what it may be.
                (name, type) = name.EndsWith(CounterSuffix, StringComparison.Ordinal)
                    ? (name[..^CounterSuffix.Length], type)
                    : (name, "unknown");
            }
        }

        return Encoding.UTF8.GetBytes($"# HELP {name} {help}\n# TYPE {name} {type}\n");
    }

    private static string TypeName(MetricType type) => type switch
    {
        MetricType.Counter => "counter",
        MetricType.Gauge => "gauge",
        MetricType.Histogram => "histogram",
        _ => throw new ArgumentOutOfRangeException(nameof(type), type, null),
    };
}
