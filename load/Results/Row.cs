using System.Diagnostics;
using Load.Recording;
using Load.Statistics;
using Load.Suites;

namespace Load.Results;

/// <summary>A row of the table: a cell and what its slots gave. Every output reads its figures here.</summary>
internal sealed class Row
{
    private const double BytesPerGigabyte = 1e9;

    /// <param name="cell">What was measured.</param>
    /// <param name="bytesPerRequest">File data that a request carries, on average; 0 when it carries none.</param>
    /// <param name="slots">In the order of their repeats.</param>
    public Row(Cell cell, double bytesPerRequest, IReadOnlyList<Slot> slots)
    {
        (Cell, BytesPerRequest, Slots) = (cell, bytesPerRequest, slots);
        var samples = slots.SelectMany(slot => slot.Samples).ToArray();
        Latencies = new Latencies(samples.Where(sample => sample.Outcome == Outcome.Ok).Select(sample => sample.Latency));
        Requests = samples.Length;
        Failed = samples.Count(sample => sample.Outcome is Outcome.Failed or Outcome.Wrong);
        TimedOut = samples.Count(sample => sample.Outcome == Outcome.TimedOut);
        Rate = Estimate.Of([.. slots.Select(slot => slot.Rate)]);
        ServiceCpuSecondsPerRequest = Estimate.Of([.. slots.Select(slot => slot.ServiceCpuPerRequest).OfType<TimeSpan>().Select(cpu => cpu.TotalSeconds)]);
    }

    public Cell Cell { get; }

    public double BytesPerRequest { get; }

    public IReadOnlyList<Slot> Slots { get; }

    public int Requests { get; }

    /// <summary>Refused, broken off, or answered wrongly.</summary>
    public int Failed { get; }

    public int TimedOut { get; }

    /// <summary>Of successful requests, from sending to the answer having been read (service time).</summary>
    public Latencies Latencies { get; }

    /// <summary>Successful requests per second.</summary>
    public Estimate? Rate { get; }

    /// <summary>File data per second in bytes; null for requests that carry none.</summary>
    public double? BytesPerSecond => BytesPerRequest > 0 ? Rate?.Mean * BytesPerRequest : null;

    public Estimate? ServiceCpuSecondsPerRequest { get; }

    /// <summary>Null for requests that carry no file.</summary>
    public double? ServiceCpuSecondsPerGigabyte =>
        BytesPerRequest > 0 ? ServiceCpuSecondsPerRequest?.Mean / BytesPerRequest * BytesPerGigabyte : null;

    /// <summary>Processors that the service kept busy.</summary>
    public double? ServiceProcessors => Mean(slot => slot.Service?.Processors);

    /// <summary>Processors that the lab kept busy.</summary>
    public double? LabProcessors => Mean(slot => slot.Lab?.Processors);

    /// <summary>
    /// The share of their time that callers spent in requests. The rest is the lab's own work between two requests, so far below 1 it is the lab
    /// that limits the rate.
    /// </summary>
    public double? CallersBusy => Mean(slot => slot.Lab is { Elapsed.Ticks: > 0 } lab
        ? slot.Samples.Sum(sample => (double)sample.Latency) / Stopwatch.Frequency / (Cell.Instances * Math.Min(lab.Elapsed.TotalSeconds, slot.Window.TotalSeconds))
        : null);

    public IEnumerable<KeyValuePair<string, int>> Faults => Slots.SelectMany(slot => slot.Faults)
        .GroupBy(fault => fault.Key, (fault, counts) => KeyValuePair.Create(fault, counts.Sum(count => count.Value)))
        .OrderByDescending(fault => fault.Value);

    private double? Mean(Func<Slot, double?> figure) =>
        Slots.Select(figure).OfType<double>().ToArray() is { Length: > 0 } values ? values.Average() : null;
}
