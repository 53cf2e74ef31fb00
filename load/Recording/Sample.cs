namespace Load.Recording;

/// <summary>One request.</summary>
/// <param name="Start">When it was sent: Stopwatch ticks.</param>
/// <param name="Latency">Until its answer was read: Stopwatch ticks.</param>
/// <param name="Outcome">What became of it.</param>
internal readonly record struct Sample(long Start, long Latency, Outcome Outcome)
{
    public long End => Start + Latency;
}
