using System.Diagnostics;
using System.Globalization;
using Load.Measured;

namespace Load.Reports;

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

    private static double Microseconds(long ticks) => ticks * 1e6 / Stopwatch.Frequency;
}
