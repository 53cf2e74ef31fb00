using Hosting.Metrics;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Notifications;

namespace Prober.Features.Alerts;

/// <summary>Writes messages for their receivers, in one transaction with what they tell.</summary>
/// <param name="joinSpan">How long a change waits for others.</param>
internal sealed class MessageRecords(NotifierList notifiers, TimeSpan joinSpan)
{
    public const string DroppedReminders = "reminders-dropped";
    public const int MaxReminders = 10_000;

    private long _remindersDropped;

    /// <summary>Reminders that were dropped because too many waited; including those of earlier runs.</summary>
    public long RemindersDropped
    {
        get => Volatile.Read(ref _remindersDropped);
        set => Volatile.Write(ref _remindersDropped, value);
    }

    /// <param name="key">The target.</param>
    /// <param name="alert">What is known of it, before the message.</param>
    /// <param name="message">The message.</param>
    /// <param name="definition">The target's.</param>
    /// <param name="state">Writes what the receivers know afterwards.</param>
    /// <param name="made">Unix milliseconds.</param>
    /// <param name="isSent">Whether anybody gets it.</param>
    public Action<HistoryWriter> Write(
        TargetKey key, TargetAlert alert, AlertMessage message, TargetDefinition definition, Action<HistoryWriter> state, long made,
        out bool isSent)
    {
        var (now, kind) = (alert.Shown, message.Kind);
        var isUp = !alert.IsDown;
        var notice = new Notice(kind, LabelValues.Of(now.State), DateTimeOffset.FromUnixTimeMilliseconds(now.At), isUp ? "" : now.Cause)
        {
            Target = new(definition.Kind, definition.Name, definition.Probe.Endpoint, definition.Labels),
            DoubtMilliseconds = kind == NoticeKind.Change ? now.Doubt : null,
            Failures = isUp ? null : Math.Max(1, alert.Failures),
        };
        string[] names = [.. notifiers.On(message.Channels).Select(notifier => notifier.Name)];
        isSent = names.Length > 0;
        var outage = isUp && alert.State.IsTold && isSent // for receivers only
            ? new TimeRange(alert.State.Since, now.At)
            : (TimeRange?)null;
        var due = made + (kind == NoticeKind.Change ? (long)joinSpan.TotalMilliseconds : 0);
        return writer =>
        {
            state(writer);

            // The file now has the whole outage, however long it was.
            var told = outage is { } range ? notice.After(AvailabilityIn(writer.Reader, key, range)) : notice;
            var body = $"{told}";
            foreach (var name in names)
            {
                writer.Send(key, name, kind, made, due, body);
            }

            if (kind == NoticeKind.Reminder)
            {
                writer.AtEnd(TrimReminders); // once for the reminders of thousands of targets
            }
        };
    }

    /// <summary>The target is in the file, because its alert has just been written.</summary>
    private static Availability AvailabilityIn(HistoryReader reader, TargetKey key, TimeRange outage) =>
        new StoredTimelines(reader, outage).Of(reader.Find(key)!, observedUntil: null).Measure(outage);

    private void TrimReminders(HistoryWriter writer)
    {
        if (writer.Trim(NoticeKind.Reminder, MaxReminders) is > 0 and var dropped)
        {
            RemindersDropped = writer.Count(DroppedReminders, dropped);
        }
    }
}
