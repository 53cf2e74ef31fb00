using Prober.Features.History.Storage;

namespace Prober.Features.Notifications;

/// <summary>What of that which waits for a notifier is sent next.</summary>
internal static class Outbox
{
    /// <summary>More changes than this in <see cref="StormSpan"/> become one message.</summary>
    public const int StormBound = 20;
    public const long StormSpan = 10_000;
    private const int MaxExamples = 50;

    /// <summary>
    /// The first that is due, and before which nothing of its target waits: so its messages arrive in their order. A message about several
    /// may be about any target, so nothing overtakes it.
    /// </summary>
    /// <param name="rows">The oldest first.</param>
    /// <returns>Null when none is.</returns>
    public static OutboxRow? Next(IReadOnlyList<OutboxRow> rows, long now)
    {
        var seen = new HashSet<long>();
        foreach (var row in rows)
        {
            if (seen.Add(row.Target) && row.Due <= now)
            {
                return row;
            }

            if (row.Target == OutboxRow.Several)
            {
                return null;
            }
        }

        return null;
    }

    /// <summary>Those with which a change makes a storm; earlier ones of their targets go along.</summary>
    /// <returns>Empty when there are few.</returns>
    public static List<OutboxRow> Storm(OutboxRow first, IReadOnlyList<OutboxRow> rows)
    {
        var changes = rows.Where(row => row.Kind == NoticeKind.Change).ToList();
        var storm = changes.Where(row => row.Made >= first.Made && row.Made <= first.Made + StormSpan).ToList();
        if (storm.Count <= StormBound)
        {
            return [];
        }

        var (targets, last) = (storm.Select(row => row.Target).ToHashSet(), storm[^1].Id);
        return [.. changes.Where(row => row.Id <= last && targets.Contains(row.Target))];
    }

    public static Notice Join(IReadOnlyList<OutboxRow> storm)
    {
        var notices = storm.Select(row => Notice.Parse(row.Body)).ToList();
        return new(NoticeKind.Storm, null, notices.Min(notice => notice.At), "")
        {
            Summary = new(
                notices.Count(notice => notice.State == "down"),
                notices.Count(notice => notice.State == "up"),
                [.. notices.Select(notice => notice.Target!).DistinctBy(target => $"{target}").Take(MaxExamples)]),
        };
    }
}
