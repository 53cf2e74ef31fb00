using System.Globalization;
using System.Text;

namespace Hosting.Otlp;

/// <summary>One metric of Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats</summary>
/// <param name="Name">Without the suffix of a series of a histogram.</param>
/// <param name="Type">Such as <c>counter</c>.</param>
/// <param name="Help">Its meaning.</param>
/// <param name="Samples">In the order of the text.</param>
internal sealed record MetricText(string Name, string Type, string Help, List<SampleText> Samples);

/// <param name="Name">With the suffix.</param>
/// <param name="Labels">In the order of the text.</param>
/// <param name="Value">The value.</param>
internal readonly record struct SampleText(string Name, List<KeyValuePair<string, string>> Labels, double Value);

/// <summary>Reads the text that a registry of this process writes.</summary>
internal static class ScrapedText
{
    /// <param name="text">Read from its beginning.</param>
    public static List<MetricText> Parse(MemoryStream text)
    {
        var metrics = new List<MetricText>();
        var help = "";
        text.Position = 0;
        using var lines = new StreamReader(text, Encoding.UTF8);
        while (lines.ReadLine() is { } line)
        {
            if (line.StartsWith("# HELP ", StringComparison.Ordinal))
            {
                help = line.Split(' ', 4) is [_, _, _, var words] ? Plain(words) : "";
            }
            else if (line.StartsWith("# TYPE ", StringComparison.Ordinal))
            {
                var parts = line.Split(' ');
                metrics.Add(new MetricText(parts[2], parts[3], help, []));
            }
            else if (line.Length > 0 && metrics.Count > 0)
            {
                metrics[^1].Samples.Add(Sample(line));
            }
        }

        return metrics;
    }

    private static SampleText Sample(string line)
    {
        var labels = new List<KeyValuePair<string, string>>();
        var at = line.AsSpan().IndexOfAny('{', ' ');
        var name = line[..at];
        if (line[at] == '{')
        {
            at++;
            while (line[at] != '}')
            {
                var equals = line.IndexOf('=', at);
                var end = equals + 2;
                while (line[end] != '"')
                {
                    end += line[end] == '\\' ? 2 : 1;
                }

                labels.Add(new(line[at..equals], Plain(line[(equals + 2)..end])));
                at = line[end + 1] == ',' ? end + 2 : end + 1;
            }

            at++;
        }

        return new SampleText(name, labels, Number(line.AsSpan(at + 1)));
    }

    public static double Number(ReadOnlySpan<char> text) => text switch
    {
        "+Inf" => double.PositiveInfinity,
        "-Inf" => double.NegativeInfinity,
        _ => double.Parse(text, CultureInfo.InvariantCulture),
    };

    private static string Plain(string escaped)
    {
        if (!escaped.Contains('\\', StringComparison.Ordinal))
        {
            return escaped;
        }

        var plain = new StringBuilder();
        for (var i = 0; i < escaped.Length; i++)
        {
            plain.Append(escaped[i] != '\\' || i + 1 == escaped.Length ? escaped[i] : escaped[++i] == 'n' ? '\n' : escaped[i]);
        }

        return plain.ToString();
    }
}
