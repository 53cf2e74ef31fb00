using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Correlating;

/// <summary>
/// How far the match log has got in partitions of sources that store their positions themselves: after a crash these positions may be
/// behind the log, and the same matches arrive again.
/// </summary>
/// <param name="sources">Their names.</param>
internal sealed class CountedMatches(IReadOnlyList<string> sources)
{
    private readonly Dictionary<(string Source, uint Partition), (EventPlace Last, DateTimeOffset Newest)> _partitions = [];

    public void Add(Match match)
    {
        if (sources.Any(source => match.Event.Source.StartsWith(source, StringComparison.Ordinal)))
        {
            var key = (match.Event.Source, match.Event.Partition);
            var newest = _partitions.TryGetValue(key, out var known) && known.Newest > match.Time ? known.Newest : match.Time;
            _partitions[key] = (match.Event, newest);
        }
    }

    /// <returns>
    /// Whether the match was added before. A time later than all others of the partition shows that the topic was created anew, and that
    /// its records are not repeats. Matches of one record have the same place, and are not repeats of each other.
    /// </returns>
    public bool Has(Match match) =>
        _partitions.TryGetValue((match.Event.Source, match.Event.Partition), out var known)
        && IsAtOrBefore(match.Event, known.Last) && match.Time <= known.Newest && !ReferenceEquals(match.Event, known.Last);

    private static bool IsAtOrBefore(EventPlace place, EventPlace last) => place.Offset == last.Offset
        ? (place.Inside ?? 0) <= (last.Inside ?? 0)
        : place.Offset < last.Offset;
}
