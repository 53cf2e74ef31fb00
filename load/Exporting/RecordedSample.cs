using Load.Recording;

namespace Load.Exporting;

/// <summary>One request of a recorded run.</summary>
/// <param name="Sent">On the clock.</param>
/// <param name="Latency">Until its answer was read.</param>
/// <param name="Outcome">What became of it.</param>
internal readonly record struct RecordedSample(DateTimeOffset Sent, TimeSpan Latency, Outcome Outcome)
{
    public DateTimeOffset Ended => Sent + Latency;
}
