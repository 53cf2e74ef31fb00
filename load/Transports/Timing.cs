namespace Load.Transports;

/// <param name="Start">Stopwatch ticks.</param>
/// <param name="Length">Stopwatch ticks.</param>
internal readonly record struct Timing(long Start, long Length);
