using System.Diagnostics;
using Load.Statistics;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Alerting;

/// <summary>
/// Where the time of alerts goes. Time stamps of records are on the clock of the machine, and all else on that of Stopwatch.
/// </summary>
internal sealed class AlertStages
{
    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly DateTimeOffset _beganAt = TimeProvider.System.GetUtcNow();
    private readonly List<long> _lateness = [];
    private readonly List<long> _toStamp = [];
    private readonly List<long> _fromStamp = [];

    /// <param name="due">When its record was due, in Stopwatch ticks.</param>
    /// <param name="produced">When the lab gave the record to its client.</param>
    /// <param name="arrival">The alert.</param>
    public void Add(long due, long produced, AlertArrival arrival)
    {
        var stamped = _began + (long)((arrival.StampedAt - _beganAt).TotalSeconds * Stopwatch.Frequency);
        _lateness.Add(produced - due);
        _toStamp.Add(stamped - due);
        _fromStamp.Add(arrival.ReadAt - stamped);
    }

    /// <returns>The p99 of each stage in milliseconds, by the heads of their columns.</returns>
    public IEnumerable<KeyValuePair<string, double>> Figures() =>
    [
        new(AlertRow.Late, Tail(_lateness)), new(AlertRow.ToStamp, Tail(_toStamp)), new(AlertRow.FromStamp, Tail(_fromStamp)),
    ];

    private static double Tail(List<long> ticks) => new Latencies(ticks).At(0.99)?.Value.TotalMilliseconds ?? 0;
}
