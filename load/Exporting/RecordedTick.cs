namespace Load.Exporting;

/// <summary>A line of the timeline.</summary>
/// <param name="Time">UTC.</param>
/// <param name="Values">One for each counter; null where there was nothing to read.</param>
internal sealed record RecordedTick(DateTimeOffset Time, IReadOnlyList<double?> Values);
