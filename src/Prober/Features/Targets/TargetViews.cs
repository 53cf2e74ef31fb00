using Hosting.Metrics;
using Prober.Engine.Certificates;
using Prober.Engine.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.Pushes;
using Prober.Features.Quorums;

namespace Prober.Features.Targets;

/// <summary>The prober and all its targets at one moment.</summary>
/// <param name="States">The number of all targets in each state.</param>
/// <param name="Found">The number of matching targets; the list may have fewer.</param>
internal sealed record TargetsDocument(
    DateTimeOffset Time, ProberView Prober, StatesView States, int Found, IReadOnlyList<TargetView> Targets);

/// <summary>How many targets are in each state.</summary>
internal sealed record StatesView
{
    public int Up { get; private set; }

    public int Down { get; private set; }

    public int Unknown { get; private set; }

    public int Maintenance { get; private set; }

    public void Count(TargetState state) =>
        _ = state switch
        {
            TargetState.Up => Up++,
            TargetState.Down => Down++,
            TargetState.Maintenance => Maintenance++,
            _ => Unknown++,
        };
}

/// <param name="LagMilliseconds">The prober's own longest lag in 15 s.</param>
/// <param name="Quorum">Null when this prober decides alone.</param>
/// <param name="NotKept">Why the history cannot be written; null if it can.</param>
internal sealed record ProberView(
    long Probes,
    long Bad,
    long Late,
    long Missed,
    long Strained,
    long Refused,
    long Pauses,
    int InFlight,
    double LagMilliseconds,
    string? NotKept,
    QuorumView? Quorum)
{
    private static readonly TimeSpan LagSpan = TimeSpan.FromSeconds(15);

    public static ProberView Of(ProbeEngine engine, HistoryKeeper keeper, QuorumBoard quorum)
    {
        var counters = engine.Counters;
        return new(
            counters.Probes,
            counters.Bad,
            counters.Late,
            counters.Missed,
            counters.Strained,
            counters.Refused,
            counters.Pauses,
            counters.InFlight,
            engine.LagOver(LagSpan).TotalMilliseconds,
            keeper.Failure is { } reason ? $"{keeper.Waiting} wait, {keeper.Lost} are lost: {reason}" : null,
            QuorumView.Of(quorum));
    }
}

/// <param name="IntervalSeconds">From one probe to the next; of a push, how long it may be silent.</param>
/// <param name="Probers">What each prober of the quorum sees; null when this one decides alone.</param>
internal sealed record TargetView(
    string Kind,
    string Name,
    string Endpoint,
    string State,
    DateTimeOffset? Since,
    double IntervalSeconds,
    double TimeoutSeconds,
    long Probes,
    long Bad,
    long Late,
    long Missed,
    long Refused,
    long NoEvidence,
    IReadOnlyDictionary<string, string> Labels,
    AlertView Alert,
    AvailabilityView Availability,
    ResultView? Last,
    IReadOnlyDictionary<string, string>? Probers)
{
    /// <param name="now">Unix milliseconds.</param>
    public static TargetView Of(MeasuredTarget target, AlertBook alerts, QuorumBoard quorum, long now)
    {
        var (definition, status) = (target.Target.Definition, target.Status);
        return new(
            definition.Kind,
            definition.Name,
            definition.Probe.Endpoint,
            LabelValues.Of(status.State),
            status.Since == 0 ? null : DateTimeOffset.FromUnixTimeMilliseconds(status.Since),
            (definition.Probe is PushProbe push ? push.Interval : definition.Interval).TotalSeconds,
            definition.Timeout.TotalSeconds,
            status.Probes,
            status.Bad,
            status.Late,
            status.Missed,
            status.Refused,
            status.NoEvidence,
            definition.Labels,
            AlertView.Of(alerts.Find(new(definition.Kind, definition.Name)), now),
            AvailabilityView.Of(target.Availability),
            ResultView.Of(status.Last),
            definition.IsAgreed
                ? quorum.OpinionsOn(target.Target, now).ToDictionary(one => one.Prober, one => LabelValues.Of(one.Opinion.State))
                : null);
    }
}

/// <summary>Durations in milliseconds; the four sum to the window. The ratios are null when nothing is known.</summary>
internal sealed record AvailabilityView(double? Ratio, double? Lower, double? Upper, long Up, long Down, long Unknown, long Maintenance)
{
    public static AvailabilityView Of(Availability measured) => new(
        measured.Ratio, measured.Lower, measured.Upper, measured.Up, measured.Down, measured.Unknown, measured.Maintenance);
}

internal sealed record ResultView(
    DateTimeOffset At, string Failure, string Message, string? Address, int? Status, PhasesView Milliseconds, CertificateFacts? Certificate)
{
    public static ResultView? Of(ProbeResult? result) => result is null ? null : new(
        DateTimeOffset.FromUnixTimeMilliseconds(result.StartedAt),
        LabelValues.Of(result.Failure),
        result.Message,
        result.Address?.ToString(),
        result.Status == 0 ? null : result.Status,
        PhasesView.Of(result),
        result.Certificate);
}

internal sealed record PhasesView(double Whole, double Resolve, double Connect, double Tls, double Processing, double Transfer)
{
    public static PhasesView Of(ProbeResult result) => new(
        result.Duration.TotalMilliseconds,
        result.Resolving.TotalMilliseconds,
        result.Connecting.TotalMilliseconds,
        result.Handshaking.TotalMilliseconds,
        result.Processing.TotalMilliseconds,
        result.Transferring.TotalMilliseconds);
}

/// <param name="IsInDoubt">The state may have ended before this part did.</param>
internal sealed record PartView(DateTimeOffset From, DateTimeOffset To, string State, bool IsInDoubt)
{
    public static PartView Of(TimelinePart part) => new(
        DateTimeOffset.FromUnixTimeMilliseconds(part.Range.Start),
        DateTimeOffset.FromUnixTimeMilliseconds(part.Range.End),
        LabelValues.Of(part.State),
        part.IsInDoubt);
}

internal sealed record TimelineDocument(
    string Kind,
    string Name,
    DateTimeOffset From,
    DateTimeOffset To,
    AvailabilityView Availability,
    IReadOnlyList<PartView> Parts,
    IReadOnlyList<ChangeView> Changes,
    IReadOnlyList<CorrectionView> Corrections);

/// <param name="DoubtMilliseconds">The milliseconds in doubt before it.</param>
internal sealed record ChangeView(DateTimeOffset At, string State, long DoubtMilliseconds, string Cause)
{
    public static ChangeView Of(StateChange change) =>
        new(DateTimeOffset.FromUnixTimeMilliseconds(change.At), LabelValues.Of(change.State), change.Doubt, change.Cause);
}

internal sealed record CorrectionView(DateTimeOffset From, DateTimeOffset To, string State, string Note)
{
    public static CorrectionView Of(Correction correction) => new(
        DateTimeOffset.FromUnixTimeMilliseconds(correction.Range.Start),
        DateTimeOffset.FromUnixTimeMilliseconds(correction.Range.End),
        LabelValues.Of(correction.State),
        correction.Note);
}

/// <summary>What receivers know about a target, and what people asked for.</summary>
/// <param name="SilencedUntil">Null when it is not silent now.</param>
internal sealed record AlertView(bool Told, bool Acknowledged, bool Flapping, DateTimeOffset? SilencedUntil, string Note)
{
    public static AlertView Of(AlertState state, long now) => new(
        state.IsTold,
        state.IsAcknowledged,
        state.IsFlapping,
        state.SilencedUntil <= now ? null : DateTimeOffset.FromUnixTimeMilliseconds(state.SilencedUntil),
        state.Note);
}
