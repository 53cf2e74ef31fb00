using Prober.Engine.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.Metrics;

namespace Prober.Features.Watching;

/// <summary>Passes events of the engine to the history and the alerts. A change and its messages are stored together.</summary>
internal sealed partial class EngineReports(
    TimelineArchive archive, HistoryKeeper keeper, AlertBook alerts, ProberMetrics metrics, ILogger<EngineReports> logger) : IEngineObserver
{
    public void Changed(WatchedTarget target, StateChange change)
    {
        var history = Of(target);
        history.Add(change);
        history.IsWavering = false;
        alerts.Changed(target, change, writer => writer.Change(history.Key, change));
        Log.Changed(logger, target.Definition.Kind, target.Definition.Name, change.State, change.Cause);
    }

    public void Probed(WatchedTarget target, ProbeResult result, TimeSpan lateness)
    {
        metrics.Probed(lateness);
        var (history, status) = (Of(target), target.Status);
        var isEvidence = result.Failure.IsEvidence();
        if (history.Count(status, isEvidence && !result.IsGood, isEvidence, result.Duration, result.StartedAt) is { } sums)
        {
            keeper.Add(writer => writer.AddHours(history.Key, sums));
        }

        if (isEvidence)
        {
            Waver(history, status, result);
        }

        alerts.Probed(target, status, result);
    }

    public void Paused(TimeRange range, string reason)
    {
        archive.Add(range);
        keeper.Add(writer => writer.Pause(range, reason));
        Log.Paused(logger, range.Length, reason);
    }

    /// <summary>Stores the sums of a target that is no longer watched.</summary>
    public void Left(WatchedTarget target)
    {
        var history = Of(target);
        if (history.TakeSums(target.Status, target.WatchedSince) is { } sums)
        {
            keeper.Add(writer => writer.AddHours(history.Key, sums));
        }
    }

    /// <summary>
    /// Evidence that proves nothing yet makes the state doubtful since its last evidence: after a kill this would otherwise be lost.
    /// </summary>
    private void Waver(TargetHistory history, TargetStatus status, ProbeResult result)
    {
        var speaksAgainst = status.State == (result.IsGood ? TargetState.Down : TargetState.Up);
        if (speaksAgainst == history.IsWavering)
        {
            return;
        }

        history.IsWavering = speaksAgainst;
        var observed = speaksAgainst ? status.ObservedUntil : null;
        keeper.Add(writer => writer.Waver(history.Key, observed));
    }

    private TargetHistory Of(WatchedTarget target) => archive.Of(new(target.Definition.Kind, target.Definition.Name));

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Information, "{Kind} {Name} is {State}. {Cause}")]
        public static partial void Changed(ILogger logger, string kind, string name, TargetState state, string cause);

        [LoggerMessage(2, LogLevel.Warning, "The prober did not watch for {Milliseconds} ms: {Reason}.")]
        public static partial void Paused(ILogger logger, long milliseconds, string reason);
    }
}
