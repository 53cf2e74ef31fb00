using System.Collections.Concurrent;

namespace Sigma.Streams.Judging;

/// <summary>How often each rule and correlation fired since the start.</summary>
internal sealed class RuleCounts
{
    private readonly ConcurrentDictionary<string, Count> _counts = [];

    public IEnumerable<KeyValuePair<string, long>> All => _counts.Select(pair => KeyValuePair.Create(pair.Key, pair.Value.Matches));

    /// <param name="rule">The name of the rule in alerts.</param>
    /// <param name="time">The time of the event.</param>
    public void Matched(string rule, DateTimeOffset time) => _counts.GetOrAdd(rule, _ => new()).Add(time);

    /// <returns>Matches, and the time of the last event.</returns>
    public (long Matches, DateTimeOffset? Last) Of(string rule) =>
        _counts.TryGetValue(rule, out var count) ? (count.Matches, count.Last) : (0, null);

    /// <summary>Forgets the counts of removed rules, which would otherwise accumulate.</summary>
    public void Keep(IReadOnlySet<string> rules)
    {
        foreach (var gone in _counts.Keys.Where(rule => !rules.Contains(rule)))
        {
            _counts.TryRemove(gone, out _);
        }
    }

    private sealed class Count
    {
        private long _matches;
        private long _lastTicks;

        public long Matches => Interlocked.Read(ref _matches);

        public DateTimeOffset Last => new(Interlocked.Read(ref _lastTicks), TimeSpan.Zero);

        public void Add(DateTimeOffset time)
        {
            Interlocked.Increment(ref _matches);
            Interlocked.Exchange(ref _lastTicks, time.UtcTicks);
        }
    }
}
