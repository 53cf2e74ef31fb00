namespace NBomber.Engine;

/// <summary>A stretch of time, counted from the start of the load; the end is not in it.</summary>
internal readonly record struct ActivePeriod(TimeSpan Start, TimeSpan End);
