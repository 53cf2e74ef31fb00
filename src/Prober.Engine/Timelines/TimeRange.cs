namespace Prober.Engine.Timelines;

/// <summary>From <paramref name="Start"/> up to, and without, <paramref name="End"/>; Unix milliseconds.</summary>
public readonly record struct TimeRange(long Start, long End)
{
    public long Length => Math.Max(0, End - Start);

    /// <summary>The same time as few ranges that neither touch nor overlap, in order.</summary>
    public static List<TimeRange> Union(IEnumerable<TimeRange> ranges)
    {
        var union = new List<TimeRange>();
        foreach (var range in ranges.Where(range => range.Length > 0).OrderBy(range => range.Start))
        {
            if (union.Count > 0 && range.Start <= union[^1].End)
            {
                union[^1] = union[^1] with { End = Math.Max(union[^1].End, range.End) };
            }
            else
            {
                union.Add(range);
            }
        }

        return union;
    }
}
