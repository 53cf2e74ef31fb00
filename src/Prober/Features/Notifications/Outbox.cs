using Prober.Engine.Watching;
using Prober.Features.History.Storage;

namespace Prober.Features.Notifications;

/// <summary>Chooses which waiting message of a notifier to send next.</summary>
internal static class Outbox
{
    /// <summary>More changes than this in <see cref="StormSpan"/> become one message.</summary>
    public const int StormBound = 20;
    public const long StormSpan = 10_000;
    private const int MaxExamples = 50;

    /// <summary>
    /// The first message that is due and has no earlier waiting message of its target, so that a target's messages arrive in order. A
    /// message about several targets may concern any target, so nothing overtakes it; but nothing waits for a report, which may be refused.
    /// </summary>
    /// <param name="rows">The oldest first.</param>
    /// <returns>Null when none is due.</returns>
    public static OutboxRow? Next(IReadOnlyList<OutboxRow> rows, long now)
    {
        var seen = new HashSet<long>();
        foreach (var row in rows)
        {
            if ((row.Kind == NoticeKind.Report || seen.Add(row.Target)) && row.Due <= now)
            {
                return row;
            }

            if (row.Target == OutboxRow.Several && row.Kind != NoticeKind.Report)
            {
                return null;
            }
        }

        return null;
    }

    /// <summary>
    /// The changes that make a storm, and all waiting messages of their targets before the last of these. They are of targets that all
    /// probers watch, or of targets that push to this one: another prober may tell of the former, and then the message is dropped.
    /// </summary>
    /// <returns>Empty when there are few; the oldest first.</returns>
    public static List<OutboxRow> Storm(OutboxRow first, IReadOnlyList<OutboxRow> rows)
    {
        var storm = rows.Where(row => row.Kind == NoticeKind.Change && row.Made >= first.Made && row.Made <= first.Made + StormSpan
            && IsPush(row.About?.Kind) == IsPush(first.About?.Kind)).ToList();
        if (storm.Count <= StormBound)
        {
            return [];
        }

        var last = storm.GroupBy(row => row.Target).ToDictionary(changes => changes.Key, changes => changes.Last().Id);
        return [.. rows.Where(row => last.TryGetValue(row.Target, out var id) && row.Id <= id)];
    }

    /// <returns>The kind of the message's target; of a storm <c>push</c> if all are, else null.</returns>
    public static string? KindOf(OutboxRow row) => row.Kind != NoticeKind.Storm ? row.About?.Kind
        : Notice.Parse(row.Body).Summary?.First is { Count: > 0 } targets && targets.All(target => IsPush(target.Kind))
            ? TargetDefinition.Push : null;

    public static Notice Join(IReadOnlyList<OutboxRow> storm)
    {
        var notices = storm.Where(row => row.Kind == NoticeKind.Change).Select(row => Notice.Parse(row.Body)).ToList();
        return new(NoticeKind.Storm, null, notices.Min(notice => notice.At), "")
        {
            Summary = new(
                notices.Count(notice => notice.State == "down"),
                notices.Count(notice => notice.State == "up"),
                [.. notices.Select(notice => notice.Target!).DistinctBy(target => $"{target}").Take(MaxExamples)]),
        };
    }

    private static bool IsPush(string? kind) => kind == TargetDefinition.Push;
}
