using System.Collections.Concurrent;
using Prober.Engine.Agreeing;
using Prober.Engine.Networking;
using Prober.Engine.Probing;
using Prober.Engine.Scheduling;
using Prober.Engine.Timelines;

namespace Prober.Engine.Watching;

/// <summary>
/// The stages of a probe: due on the wheel, admitted within the limits, under way, judged, and turned into a state. Everything except the
/// probe itself happens on one thread, which calls <see cref="Advance"/> repeatedly.
/// </summary>
/// <param name="canaries">Measure how late the prober is, in addition to its own loop.</param>
public sealed class ProbeEngine(
    ProbeNetwork network, EngineOptions options, IEngineObserver observer, IReadOnlyList<Canary> canaries)
    : IDisposable
{
    public static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(TickLength);
    private const int TickLength = 10;
    private const int ScheduleSlots = 4096;
    private const int MaxPunctual = 50;

    private readonly EngineClock _clock = new(network.Time, options.NotBefore);
    private readonly OwnLag _lag = new();
    private readonly TimerWheel<WatchedTarget> _schedule = new(ScheduleSlots);
    private readonly TimerWheel<Flight> _deadlines = new(ScheduleSlots);
    private readonly ConcurrentQueue<Flight> _ended = new();
    private readonly ConcurrentQueue<Action> _requests = new();
    private readonly List<WatchedTarget> _due = [];
    private readonly List<Flight> _overdue = [];
    private readonly List<StateChange> _changes = [];
    private readonly FailureDoubts _doubts = new(network);
    private readonly CancellationTokenSource _stopping = new();
    private ProbeBounds? _bounds;
    private long _advancedAt;
    private long _turnedAt;
    private bool _isDisposed;

    public EngineCounters Counters { get; } = new();

    /// <inheritdoc cref="FailureDoubts.Own"/>
    public Connectivity Connectivity => _doubts.Own;

    /// <summary>In the order in which they became due.</summary>
    public IReadOnlyList<WatchedTarget> Targets { get; private set; } = [];

    private ProbeBounds Bounds => _bounds ??= new(options, Counters); // on the engine's thread only

    /// <returns>Null when no target has that kind and name.</returns>
    public WatchedTarget? Find(string kind, string name) =>
        Targets.FirstOrDefault(target => target.Definition.Kind == kind && target.Definition.Name == name);

    /// <summary>Unix milliseconds on the engine's timeline.</summary>
    public long Now => _clock.Now;

    /// <summary>The last completed turn; Unix milliseconds on the engine's timeline.</summary>
    public long TurnedAt => Volatile.Read(ref _turnedAt);

    /// <summary>The longest lag of the prober itself in the last seconds.</summary>
    public TimeSpan LagOver(TimeSpan span) =>
        TimeSpan.FromMilliseconds(_lag.Longest(_clock.Monotonic - (long)span.TotalMilliseconds, _clock.Monotonic));

    /// <summary>Watches these targets from the next turn on. Those that were already watched keep their phase and their state.</summary>
    /// <param name="definitions">All of them.</param>
    /// <param name="prepare">Gets them on the engine's thread, before one of them is probed; null for nothing.</param>
    /// <exception cref="ArgumentException">Two targets have the same kind and name.</exception>
    public Task WatchAsync(IReadOnlyList<TargetDefinition> definitions, Action<IReadOnlyList<WatchedTarget>>? prepare = null)
    {
        var names = new HashSet<(string Kind, string Name)>(definitions.Count);
        if (definitions.FirstOrDefault(definition => !names.Add((definition.Kind, definition.Name))) is { } twin)
        {
            throw new ArgumentException($"Two targets have the name {twin.Kind} {twin.Name}.", nameof(definitions));
        }

        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _requests.Enqueue(() =>
        {
            Watch(definitions, names);
            prepare?.Invoke(Targets);
            done.SetResult();
        });
        return done.Task;
    }

    /// <summary>At the next turn, the states of the targets that several probers decide become what those say.</summary>
    /// <returns>Completes then; never if the engine has stopped.</returns>
    public Task AgreeAsync(Func<WatchedTarget, Agreement> judge)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _requests.Enqueue(() =>
        {
            foreach (var target in Targets.Where(target => target.Definition.IsAgreed))
            {
                target.Agree(judge(target), _clock.Now, _changes);
                Tell(target);
            }

            done.SetResult();
        });
        return done.Task;
    }

    /// <summary>One turn. The engine's thread calls it once a <see cref="Tick"/>.</summary>
    public void Advance()
    {
        var pause = _clock.Turn();
        var now = _clock.Monotonic;
        MeasureLag(now, pause?.Range.Length ?? 0);
        while (_requests.TryDequeue(out var request))
        {
            request();
        }

        if (pause is { } gap)
        {
            Counters.Pauses++;
            observer.Paused(gap.Range, gap.Reason);
            Reschedule();
        }

        while (_ended.TryDequeue(out var flight))
        {
            Finish(flight);
        }

        _deadlines.Advance(now / TickLength, _overdue);
        foreach (var flight in _overdue)
        {
            flight.IsTimed = false;
            flight.Call.End();
        }

        _overdue.Clear();
        _schedule.Advance(now / TickLength, _due);
        foreach (var target in _due)
        {
            BecomeDue(target);
        }

        _due.Clear();
        network.Closing.Sweep();
        network.Resolver.Sweep();
        Volatile.Write(ref _turnedAt, _clock.Now);
    }

    /// <summary>Ends all running probes; the engine stops for good.</summary>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        _stopping.Cancel();
        foreach (var target in Targets)
        {
            target.Flight?.Call.End();
            target.Forget(_clock.Now, "the prober stopped", _changes);
            Tell(target);
        }

        _stopping.Dispose();
    }

    /// <param name="paused">
    /// Whether there was a pause: a probe continues while the machine sleeps, which the monotonic clock does not show.
    /// </param>
    private void MeasureLag(long now, long paused)
    {
        _lag.Add(_advancedAt, now, Math.Max(paused, now - _advancedAt - TickLength));
        _advancedAt = now;
        foreach (var canary in canaries)
        {
            canary.Turn(now, () => _clock.Monotonic, _lag, _stopping.Token);
        }
    }

    /// <param name="names">Those of the definitions.</param>
    private void Watch(IReadOnlyList<TargetDefinition> definitions, HashSet<(string Kind, string Name)> names)
    {
        // Created for a change of the list only: kept, it would take up a considerable part of an idle target's memory.
        var known = Targets.ToDictionary(target => (target.Definition.Kind, target.Definition.Name));
        foreach (var target in Targets.Where(target => !names.Contains((target.Definition.Kind, target.Definition.Name))))
        {
            _schedule.Remove(target);
            target.IsGone = true;
            target.Forget(_clock.Now, "no longer watched", _changes);
            Tell(target);
        }

        var targets = new WatchedTarget[definitions.Count];
        for (var i = 0; i < targets.Length; i++)
        {
            var definition = definitions[i];
            targets[i] = known.TryGetValue((definition.Kind, definition.Name), out var target)
                ? Redefine(target, definition)
                : Begin(definition);
        }

        Targets = targets;
        _doubts.Use(definitions);
    }

    private WatchedTarget Redefine(WatchedTarget target, TargetDefinition definition)
    {
        var interval = target.Interval;
        Expire(target);
        target.Redefine(definition, _clock.Now);
        if (interval != target.Interval)
        {
            _schedule.Remove(target);
            Place(target, _clock.Wall);
        }

        return target;
    }

    private WatchedTarget Begin(TargetDefinition definition)
    {
        var target = new WatchedTarget(definition, _clock.Now);
        Place(target, _clock.Wall);
        return target;
    }

    /// <summary>Puts a target into the wheel at its first due time from a given moment on.</summary>
    private void Place(WatchedTarget target, long from)
    {
        target.Due = ProbeGrid.NextDue(from, target.Phase, target.Interval);

        // Rounded up: never before it is due.
        _schedule.Add(target, (_clock.ToMonotonic(target.Due) + TickLength - 1) / TickLength);
    }

    /// <summary>After a pause: probes that were due meanwhile are missed, and not repeated in a burst.</summary>
    private void Reschedule()
    {
        var now = _clock.Wall;
        foreach (var target in Targets)
        {
            if (target.Due < now)
            {
                Miss(target, 1 + ((now - 1 - target.Due) / target.Interval));
            }

            _schedule.Remove(target);
            Place(target, now);
        }
    }

    private void BecomeDue(WatchedTarget target)
    {
        var due = target.Due;
        Place(target, due + 1);
        Expire(target);
        if (target.PendingDue is not null)
        {
            Miss(target, 1);
        }

        target.PendingDue = due;
        if (target.Flight is null && !target.IsWaiting)
        {
            TryStart(target);
        }
    }

    /// <summary>A running probe may still bring evidence of the time when it began.</summary>
    private void Expire(WatchedTarget target)
    {
        target.Expire(target.Flight is { } flight ? flight.Call.Result.StartedAt : _clock.Now, _changes);
        Tell(target);
    }

    private void TryStart(WatchedTarget target)
    {
        if (Bounds.Admit(target) is { } destination)
        {
            Start(target, destination);
        }
    }

    private void Start(WatchedTarget target, Destination destination)
    {
        var lateness = Math.Max(0, _clock.Monotonic - _clock.ToMonotonic(target.PendingDue!.Value));
        target.PendingDue = null;
        var timeout = target.Definition.Timeout;
        var call = new ProbeCall(network, _clock.Now, timeout, target.Definition.AlwaysResolves);
        var flight = new Flight(target, destination, call, _clock.Monotonic, lateness);
        target.Flight = flight;
        Counters.InFlight++;
        destination.InFlight++;
        flight.IsTimed = true;
        _deadlines.Add(flight, (flight.Started + (long)timeout.TotalMilliseconds + TickLength - 1) / TickLength);
        _ = FlyAsync(flight);
    }

    private async Task FlyAsync(Flight flight)
    {
        try
        {
            await ProbeRunner.RunAsync(flight.Target.Definition.Probe, flight.Call).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            // Not even the failure could be looked at, such as when .NET finds no handle to load a part of itself: the flight has to end.
            flight.Call.Result.Fail(FailureClass.Limit, $"The prober itself failed: {exception.GetType().Name}.");
        }

        flight.Ended = _clock.Monotonic;
        var result = flight.Call.Result;
        if (flight.Target.Definition.MaxDuration is { } max && result.IsGood && result.Duration > max)
        {
            result.Fail(
                FailureClass.Slow,
                $"It took {result.Duration.TotalMilliseconds:0} ms, longer than max_duration ({max.TotalMilliseconds:0} ms).");
        }

        if (!result.IsGood && result.Failure.IsEvidence())
        {
            await _doubts.ApplyAsync(flight.Target.Definition, result, _stopping.Token).ConfigureAwait(false);
        }

        _ended.Enqueue(flight);
    }

    private void Finish(Flight flight)
    {
        if (flight.IsTimed)
        {
            _deadlines.Remove(flight);
        }

        Counters.InFlight--;
        flight.Destination.InFlight--;
        var target = flight.Target;
        target.Flight = null;
        Judge(flight);

        // Waiting probes go first: otherwise a target that hangs until it is due again would keep its place for ever.
        foreach (var (waiting, destination) in Bounds.Freed(flight.Destination))
        {
            Start(waiting, destination);
        }

        if (target is { PendingDue: not null, IsWaiting: false, IsGone: false })
        {
            TryStart(target);
        }

        Bounds.Release(flight.Destination);
    }

    private void Judge(Flight flight)
    {
        var (target, result) = (flight.Target, flight.Call.Result);
        if (target.IsGone)
        {
            return;
        }

        if (!result.IsGood && result.Failure.IsEvidence() && !result.IsUnmeasured
            && _lag.Longest(flight.Started, flight.Ended) > (long)flight.Call.Timeout.TotalMilliseconds / ProbeRunner.OwnShare)
        {
            Counters.Strained++;
            result.Fail(FailureClass.Strained, $"The prober itself was late, so this result is no evidence: {result.Message}");
        }

        var isLate = flight.Lateness > MaxPunctual;
        Counters.Probes++;
        Counters.Late += isLate ? 1 : 0;
        Counters.Bad += result.IsGood || !result.Failure.IsEvidence() ? 0 : 1;
        target.Observe(result, isLate, _changes);
        Tell(target);
        observer.Probed(target, result, TimeSpan.FromMilliseconds(flight.Lateness));
    }

    private void Miss(WatchedTarget target, long count)
    {
        Counters.Missed += count;
        target.Missed(count);
    }

    private void Tell(WatchedTarget target)
    {
        foreach (var change in _changes)
        {
            observer.Changed(target, change);
        }

        _changes.Clear();
    }
}
