namespace Sigma.Streams.Alerts;

/// <summary>
/// The last alerts, in memory and without repeats, for readers. Each has a number; readers continue after the last one that they know.
/// </summary>
internal sealed class AlertBoard(int maxAlerts, long maxBytes)
{
    // The rough cost of an alert besides its record.
    private const int AlertBytes = 1024;

    private readonly Lock _lock = new();
    private readonly Queue<NumberedAlert> _alerts = [];
    private readonly HashSet<(string Id, long Repeats)> _known = [];
    private TaskCompletionSource _pulse = New();
    private long _bytes;
    private long _last;

    /// <summary>The number of the newest alert; 0 before the first.</summary>
    public long Last => Interlocked.Read(ref _last);

    public void Post(IReadOnlyList<Alert> alerts)
    {
        TaskCompletionSource pulse;
        lock (_lock)
        {
            // Only the last alerts of a large delivery stay: otherwise the queue would permanently grow to hold the others for a moment.
            // Alerts that are read again, after a lost partition or by a caller that retries, are already here, and wake nobody.
            var skipped = Math.Max(alerts.Count - maxAlerts, 0);
            var fresh = alerts.Skip(skipped).Where(alert => _known.Add(KeyOf(alert))).ToList();
            if (fresh.Count == 0)
            {
                return;
            }

            _last += skipped;
            foreach (var alert in fresh)
            {
                _alerts.Enqueue(new(++_last, alert));
                _bytes += AlertBytes + alert.Record.Length;
            }

            while (_alerts.Count > maxAlerts || _bytes > maxBytes)
            {
                var oldest = _alerts.Dequeue().Alert;
                _known.Remove(KeyOf(oldest));
                _bytes -= AlertBytes + oldest.Record.Length;
            }

            (pulse, _pulse) = (_pulse, New());
        }

        pulse.SetResult();
    }

    /// <param name="number">Alerts after this one.</param>
    /// <param name="count">The most that are wanted.</param>
    /// <returns>The oldest first. Dropped alerts are missing, which their numbers show.</returns>
    public IReadOnlyList<NumberedAlert> After(long number, int count)
    {
        lock (_lock)
        {
            return [.. _alerts.SkipWhile(alert => alert.Number <= number).Take(count)];
        }
    }

    /// <param name="number">Alerts before this one.</param>
    /// <param name="rule">The rule; null for all.</param>
    /// <param name="count">The most that are wanted.</param>
    /// <returns>The newest first.</returns>
    public IReadOnlyList<NumberedAlert> Before(long number, string? rule, int count)
    {
        lock (_lock)
        {
            return [.. _alerts.Reverse().Where(alert => alert.Number < number && (rule is null || alert.Alert.RuleId == rule)).Take(count)];
        }
    }

    /// <summary>Completes once there is an alert after this one. All waiting readers share it.</summary>
    public Task NextAsync(long number)
    {
        lock (_lock)
        {
            return _last > number ? Task.CompletedTask : _pulse.Task;
        }
    }

    private static (string Id, long Repeats) KeyOf(Alert alert) => (alert.Id, alert.Repeats);

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}

/// <param name="Number">Grows by one with each alert since the start.</param>
/// <param name="Alert">The alert that the sinks get.</param>
internal readonly record struct NumberedAlert(long Number, Alert Alert);
