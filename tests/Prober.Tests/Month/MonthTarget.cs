using Prober.Engine.Probing;
using Prober.Engine.Timelines;

namespace Prober.Tests.Month;

/// <summary>A target, its truth, and the evidence that was judged.</summary>
internal sealed class MonthTarget : IProbe
{
    private readonly List<long> _changes = []; // up from the begin on, then down, then up …
    private readonly Random _random;

    /// <param name="shortest">Seconds of the shortest interval.</param>
    public MonthTarget(int number, Random random, long start, int shortest)
    {
        _random = new(random.Next());
        Name = $"t{number}";
        Interval = TimeSpan.FromSeconds(random.Next(shortest, shortest * 4));
        Timeout = TimeSpan.FromSeconds(random.Next(10, shortest)); // ten turns, so that these are no lag
        (Failures, Successes) = (random.Next(1, 4), random.Next(1, 4));
        Rules = EvidenceRules.Of(Failures, Successes, (long)Interval.TotalMilliseconds, (long)Timeout.TotalMilliseconds);

        // Thresholds are there to pass over what a row of probes cannot see.
        var least = (Rules.Validity + Rules.Interval) * (Math.Max(Failures, Successes) + 1);
        for (var at = start; at < start + (32 * 86_400_000L);)
        {
            at += least + _random.NextInt64(40 * Rules.Interval);
            _changes.Add(at);
        }
    }

    public string Name { get; }

    public TimeSpan Interval { get; }

    public TimeSpan Timeout { get; }

    public int Failures { get; }

    public int Successes { get; }

    public EvidenceRules Rules { get; }

    public string Kind => "scripted";

    public string Endpoint => Name;

    public string Destination => Name;

    /// <summary>Evidence without an end of the watching in between, and when it ended; null while it goes on.</summary>
    public List<(List<(long At, bool IsGood)> Evidence, long? End)> Lives { get; } = [];

    public bool IsWatched { get; set; }

    public Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var at = call.Result.StartedAt;
        var isUp = IsUp(at);
        if (_random.Next(12) == 0)
        {
            return Task.FromResult(call.Result.Fail(FailureClass.Limit, "No handle."));
        }

        return Task.FromResult(isUp ? call.Result : call.Result.Fail(FailureClass.Refused, "Scripted."));
    }

    public void Begin() => Lives.Add(([], null));

    public void End(long at) => Lives[^1] = (Lives[^1].Evidence, at);

    /// <summary>Milliseconds of a range in which it was up in truth.</summary>
    public long UpTime(TimeRange range)
    {
        var sum = 0L;
        for (var at = range.Start; at < range.End;)
        {
            var next = _changes.Find(change => change > at) is > 0 and var change ? Math.Min(change, range.End) : range.End;
            sum += IsUp(at) ? next - at : 0;
            at = next;
        }

        return sum;
    }

    private bool IsUp(long at) => _changes.Count(change => change <= at) % 2 == 0;
}
