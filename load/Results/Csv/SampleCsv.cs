using System.Diagnostics;
using System.Globalization;
using Load.Measuring;

namespace Load.Results.Csv;

/// <summary>Every request of a row: which repeat, when it was sent since that repeat began, how long it took, what became of it.</summary>
internal static class SampleCsv
{
    public static void Write(TextWriter output, CaseResult row)
    {
        output.WriteLine("repeat,sent_us,latency_us,outcome");
        foreach (var iteration in row.Iterations)
        {
            foreach (var sample in iteration.Samples)
            {
                var (sent, latency) = (Microseconds(sample.Start - iteration.Started), Microseconds(sample.Latency));
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture, $"{iteration.Repeat},{sent:0.0},{latency:0.0},{sample.Outcome}"));
            }
        }
    }

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <exception cref="FormatException">It was not.</exception>
    public static IEnumerable<(int Repeat, TimeSpan Sent, TimeSpan Latency, Outcome Outcome)> Read(IEnumerable<string> lines) =>
        from line in lines.Skip(1)
        let cells = line.Split(',')
        select cells.Length == 4 && Enum.TryParse<Outcome>(cells[3], out var outcome)
            ? (int.Parse(cells[0], CultureInfo.InvariantCulture), Microseconds(cells[1]), Microseconds(cells[2]), outcome)
            : throw new FormatException($"'{line}' is no sample.");

    private static TimeSpan Microseconds(string text) => TimeSpan.FromMicroseconds(double.Parse(text, CultureInfo.InvariantCulture));

    private static double Microseconds(long ticks) => ticks * 1e6 / Stopwatch.Frequency;
}
