using System.Globalization;

namespace Load.Machine;

/// <summary>The metrics of a process, in Prometheus' text format.</summary>
internal static class MetricsText
{
    /// <param name="metrics">The whole text.</param>
    /// <param name="series">The name with its labels, as it is written there.</param>
    /// <returns>The value of its one sample.</returns>
    /// <exception cref="LabException">There is none.</exception>
    public static double Sample(string metrics, string series)
    {
        var line = Array.Find(metrics.Split('\n'), line => line.StartsWith($"{series} ", StringComparison.Ordinal))
            ?? throw new LabException($"The metrics do not show {series}.");
        return double.Parse(line[(series.Length + 1)..].Split(' ')[0], CultureInfo.InvariantCulture);
    }
}
