namespace Load.Systems.Sigma.Alerting;

/// <summary>An alert that came.</summary>
/// <param name="ReadAt">In Stopwatch ticks.</param>
/// <param name="StampedAt">When sigma gave it to its client, by the record's time stamp in whole milliseconds.</param>
internal readonly record struct AlertArrival(long ReadAt, DateTimeOffset StampedAt);
