using System.Diagnostics;
using System.Globalization;
using Load.Measured;
using Load.Recording;

namespace Load.Reports.Csv;

/// <summary>Every request of a row: which repeat, when it was sent since that repeat began, how long it took, what became of it.</summary>
internal static class SampleCsv
{
    public static void Write(TextWriter output, Row row)
    {
        output.WriteLine("repeat,sent_us,latency_us,outcome");
        foreach (var slot in row.Slots)
        {
            foreach (var sample in slot.Samples)
            {
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{slot.Repeat},{Microseconds(sample.Start - slot.Started):0.0},{Microseconds(sample.Latency):0.0},{sample.Outcome}"));
            }
        }
    }

    /// <summary>What <see cref="Write"/> wrote.</summary>
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
