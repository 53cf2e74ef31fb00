using Prober.Engine.Timelines;

namespace Prober.Tests.Month;

/// <summary>What the rules of time say of a target's evidence, told without any of the engine's arithmetic: point by point.</summary>
internal sealed class EvidenceOracle(MonthTarget target, IReadOnlyList<TimeRange> pauses, IReadOnlyList<TimeRange> maintenance)
{
    private static readonly Comparer<(long At, bool IsGood)> ByTime =
        Comparer<(long At, bool IsGood)>.Create((left, right) => left.At.CompareTo(right.At));

    public Availability Measure(TimeRange window)
    {
        // Whatever changes, changes at one of these.
        var points = new SortedSet<long> { window.Start, window.End };
        foreach (var (evidence, end) in target.Lives)
        {
            points.UnionWith(evidence.SelectMany(one => new[] { one.At, one.At + target.Rules.Interval }));
            points.Add(end ?? window.End);
        }

        points.UnionWith(pauses.Concat(maintenance).SelectMany(range => new[] { range.Start, range.End }));
        long[] within = [.. points.GetViewBetween(window.Start, window.End)];
        var parts = target.Lives.SelectMany(Parts).ToList();
        var (up, down, unknown, planned, upInDoubt, downInDoubt) = (0L, 0L, 0L, 0L, 0L, 0L);
        for (var i = 0; i + 1 < within.Length; i++)
        {
            var (at, length) = (within[i], within[i + 1] - within[i]);
            if (maintenance.Any(range => range.Start <= at && at < range.End))
            {
                planned += length;
            }
            else if (pauses.Any(range => range.Start <= at && at < range.End)
                || parts.Find(part => part.Evidence[0].At <= at && at < part.End) is not { Evidence: not null } part
                || State(part.Evidence, at) is not { } state)
            {
                unknown += length;
            }
            else
            {
                (up, down) = state.IsUp ? (up + length, down) : (up, down + length);
                upInDoubt += state is { IsUp: true, IsInDoubt: true } ? length : 0;
                downInDoubt += state is { IsUp: false, IsInDoubt: true } ? length : 0;
            }
        }

        return new(up, down, unknown, planned, upInDoubt, downInDoubt);
    }

    /// <summary>Evidence without a gap stands together; what it proves ends an interval after its last, or with the watching.</summary>
    private IEnumerable<(List<(long At, bool IsGood)> Evidence, long End)> Parts((List<(long At, bool IsGood)> Evidence, long? End) life)
    {
        for (var first = 0; first < life.Evidence.Count;)
        {
            var last = first;
            while (last + 1 < life.Evidence.Count && life.Evidence[last + 1].At - life.Evidence[last].At <= target.Rules.Validity)
            {
                last++;
            }

            var at = life.Evidence[last].At;
            var isOpen = last + 1 == life.Evidence.Count && life.End!.Value - at <= target.Rules.Validity;
            yield return (life.Evidence[first..(last + 1)], isOpen ? life.End!.Value : at + target.Rules.Interval);
            first = last + 1;
        }
    }

    private (bool IsUp, bool IsInDoubt)? State(List<(long At, bool IsGood)> evidence, long at)
    {
        var found = evidence.BinarySearch((at, false), ByTime);
        var proven = found >= 0 ? found : ~found - 1;
        while (proven >= 0 && !Proves(evidence, proven))
        {
            proven--;
        }

        if (proven < 0)
        {
            return null;
        }

        // In doubt: no evidence for this state follows before that which proves the other.
        var isUp = evidence[proven].IsGood;
        for (var next = proven + 1; next < evidence.Count; next++)
        {
            if (evidence[next].IsGood == isUp && evidence[next].At > at)
            {
                return (isUp, false);
            }

            if (evidence[next].IsGood != isUp && evidence[next].At > at && Proves(evidence, next))
            {
                break;
            }
        }

        return (isUp, true);
    }

    /// <summary>Whether it belongs to a row of enough that agree.</summary>
    private bool Proves(List<(long At, bool IsGood)> evidence, int index)
    {
        var isGood = evidence[index].IsGood;
        var (first, last) = (index, index);
        while (first > 0 && evidence[first - 1].IsGood == isGood)
        {
            first--;
        }

        var enough = isGood ? target.Rules.Successes : target.Rules.Failures;
        while (last - first + 1 < enough && last + 1 < evidence.Count && evidence[last + 1].IsGood == isGood)
        {
            last++;
        }

        return last - first + 1 >= enough;
    }
}
