using Load.Measuring;

namespace Load.Results.Exporting;

/// <summary>One stretch of measuring a row.</summary>
/// <param name="StartedAt">When the first measured request was sent.</param>
/// <param name="EndedAt">When the last was answered, or no more were to be sent.</param>
/// <param name="Samples">In the order of their ends.</param>
internal sealed record RecordedIteration(DateTimeOffset StartedAt, DateTimeOffset EndedAt, IReadOnlyList<RecordedSample> Samples)
{
    /// <summary>Prometheus tells no two moments apart that are closer.</summary>
    private static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(1);

    /// <summary>Its beginning, every second within it, and its end.</summary>
    public IEnumerable<DateTimeOffset> Seconds()
    {
        for (var time = StartedAt; time < EndedAt - Moment; time += TimeSpan.FromSeconds(1))
        {
            yield return time;
        }

        yield return EndedAt;
    }

    public int InFlightAt(DateTimeOffset time) => Samples.Count(sample => sample.Sent <= time && sample.Ended > time);
}

/// <summary>One request of a recorded run.</summary>
/// <param name="Sent">On the clock.</param>
/// <param name="Latency">Until its answer was read.</param>
/// <param name="Outcome">Its outcome.</param>
internal readonly record struct RecordedSample(DateTimeOffset Sent, TimeSpan Latency, Outcome Outcome)
{
    public DateTimeOffset Ended => Sent + Latency;
}
