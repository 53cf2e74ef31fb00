using Load.Machine;

namespace Load.Measuring;

/// <summary>Measures every case of a suite, iteration by iteration. Whatever ends it, what was measured is kept.</summary>
internal sealed class Measurement : IAsyncDisposable
{
    /// <summary>So often a case may break before it is measured no more.</summary>
    private const int MaxBreaks = 2;

    private readonly Dictionary<string, List<Iteration>> _iterations = [];
    private readonly Dictionary<string, List<string>> _breaks = [];
    private readonly Dictionary<string, List<string>> _unstarted = [];
    private readonly HashSet<string> _skipped = [];
    private bool _hasSeenDeath;
    private readonly List<Case> _cases;
    private readonly Ladders _ladders;
    private readonly ProcessMonitor _monitor;
    private readonly SystemPool _systems;
    private readonly IterationRunner _runner;
    private readonly Suite _suite;
    private readonly IProgressView _progress;
    private readonly TimeProvider _time;

    /// <param name="suite">The suite to measure.</param>
    /// <param name="folder">The run's folder, for the logs of processes.</param>
    /// <param name="processors">The processors of lab and system.</param>
    /// <param name="progress">Is told what is done.</param>
    /// <param name="observer">Is told of requests and processes.</param>
    /// <param name="time">For clocks and rests.</param>
    public Measurement(
        Suite suite, DirectoryInfo folder, ProcessorShares processors, IProgressView progress, IMeasurementObserver observer,
        TimeProvider time)
    {
        (_suite, _progress, _time) = (suite, progress, time);
        (_cases, _ladders) = ([.. suite.Cases], new Ladders(suite));
        _systems = new SystemPool(new SetupContext(folder) { Processors = processors.Tested }, observer);
        _monitor = new ProcessMonitor(() => _systems.Current, time);
        _runner = new IterationRunner(suite, folder, processors, _monitor, observer, time);
    }

    /// <summary>All processes over time.</summary>
    public IReadOnlyList<MonitorSample> Timeline => _monitor.Samples;

    /// <summary>The process under test in its own words; null when it does not tell.</summary>
    public HostFacts? Facts { get; private set; }

    /// <summary>The suite's cases, at the rates that they were given during the run.</summary>
    public IReadOnlyList<Case> Cases => _cases;

    /// <summary>The iterations of a case, in the order of their repeats.</summary>
    public IReadOnlyList<Iteration> IterationsOf(Case measured) => _iterations.GetValueOrDefault(measured.Name) ?? [];

    /// <summary>Why a case could not be measured, or not to its end; null when it could.</summary>
    public string? BreakOf(Case measured) => _breaks.GetValueOrDefault(measured.Name) is [var first, ..] ? first : null;

    /// <summary>The usage of the idle process at which the case was measured; null when there was none.</summary>
    public IdleUsage? IdleOf(Case measured) => _systems.IdleOf(measured.Setup);

    /// <returns>Why it was cut short; null when it was not.</returns>
    public async Task<string?> RunAsync(CancellationToken stop)
    {
        _monitor.Start();
        try
        {
            foreach (var (measured, repeat) in Order())
            {
                if (measured.Obstacle is not null || _skipped.Contains(measured.Name) || IsGivenUp(measured))
                {
                    _progress.IterationSkipped(measured);
                    continue;
                }

                if (await TryAsync(measured, repeat, stop) is { } reason)
                {
                    Break(measured, reason);
                    _progress.IterationBroken(measured, reason);
                    await _systems.StopAsync(measured.Setup);
                    if (measured.IsRung)
                    {
                        return $"{measured.Name}: {reason}"; // the search cannot go on without it
                    }
                }
            }

            _progress.WatchingIdle(_suite.CoolDown);
            await Task.Delay(_suite.CoolDown, _time, stop);
            _systems.LookAtIdle();
            return _iterations.Count > 0 || _breaks.Count + _skipped.Count == 0 || _hasSeenDeath ? null
                : throw new LabException(_breaks.Values.Select(breaks => breaks[^1]).FirstOrDefault() ?? Obstacle());
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return "stopped from outside";
        }
        catch (Exception exception) when (_iterations.Count > 0)
        {
            return exception.Message;
        }
    }

    /// <summary>A case that broke twice is measured no more, nor one whose system did not start twice.</summary>
    private bool IsGivenUp(Case measured)
    {
        if (_unstarted.GetValueOrDefault(measured.Setup.Name) is { Count: >= MaxBreaks } starts)
        {
            Break(measured, starts[^1]);
            return true;
        }

        return _breaks.GetValueOrDefault(measured.Name) is { Count: >= MaxBreaks };
    }

    private void Break(Case measured, string reason)
    {
        if (!_breaks.TryGetValue(measured.Name, out var breaks))
        {
            _breaks.Add(measured.Name, breaks = []);
        }

        breaks.Add(reason);
    }

    /// <summary>Measures an iteration. What goes wrong with the lab or its processes is a reason, and the rest goes on.</summary>
    /// <returns>Null when nothing went wrong.</returns>
    private async Task<string?> TryAsync(Case measured, int repeat, CancellationToken stop)
    {
        ISystemUnderTest? system = null;
        try
        {
            system = await SystemForAsync(measured.Setup, stop);
            if (measured.Source is CountSource.Requests)
            {
                await _systems.RestAsync(_time, stop);
            }

            _progress.IterationStarted(measured, repeat);
            var iteration = await _runner.RunAsync(measured, repeat, system, stop);
            stop.ThrowIfCancellationRequested();
            Keep(measured, iteration);
            if (measured.IsRung)
            {
                _ladders.Tried(measured, iteration);
            }

            _progress.IterationEnded(measured, iteration);
            return Ended(system, repeat);
        }
        catch (ObstacleException obstacle)
        {
            _skipped.Add(measured.Name);
            _cases[_cases.FindIndex(one => one.Name == measured.Name)] = measured with { Obstacle = obstacle.Message };
            _progress.IterationSkipped(measured);
            return null;
        }
        catch (Exception exception) when (!stop.IsCancellationRequested)
        {
            if (system is null)
            {
                if (_iterations.Count == 0 && exception is LabException)
                {
                    throw; // nothing has been measured that would be lost, and the person can mend it at once
                }

                _unstarted.TryAdd(measured.Setup.Name, []);
                _unstarted[measured.Setup.Name].Add(Words(exception));
            }

            _hasSeenDeath |= exception is LabException { ExitCode: LabExitCode.Failed };
            return (system is null ? null : Ended(system, repeat)) ?? Words(exception);
        }
    }

    private string Obstacle() => $"No row can be measured here: {_cases.First(one => one.Obstacle is not null).Obstacle}.";

    /// <summary>The lab's own messages are sentences; another exception is named, so that it can be found.</summary>
    private static string Words(Exception exception) => exception switch
    {
        LabException => exception.Message,
        OperationCanceledException => "the lab waited longer than it may for one of its own processes",
        _ => $"{exception.GetType().Name}: {exception.Message}",
    };

    private string? Ended(ISystemUnderTest system, int repeat)
    {
        var ended = system.Processes.FirstOrDefault(process => process.HasExited);
        _hasSeenDeath |= ended is not null;
        return ended is null ? null : $"{ended.Name} ended by itself in repeat {repeat}; its last words are in its log";
    }

    public async ValueTask DisposeAsync()
    {
        _monitor.Dispose();
        await _systems.DisposeAsync();
    }

    /// <summary>
    /// Forwards and backwards in turn (ABBA): what comes early in one repeat comes late in the next, and neighbours stay neighbours.
    /// </summary>
    internal static IEnumerable<(Case Case, int Repeat)> Order(IReadOnlyList<Case> cases, int repeats) => Enumerable.Range(1, repeats)
        .SelectMany(repeat => (repeat % 2 == 1 ? cases : cases.Reverse()).Select(measured => (measured, repeat)));

    /// <summary>The ladders first: made as it is asked for, since what is next depends on what has been measured.</summary>
    private IEnumerable<(Case Case, int Repeat)> Order()
    {
        foreach (var rung in _ladders.Rungs())
        {
            yield return rung;
        }

        for (var i = 0; i < _cases.Count; i++)
        {
            _cases[i] = _ladders.Resolve(_cases[i]);
        }

        foreach (var next in Order([.. _cases.Where(measured => !measured.IsRung)], _suite.Repeats))
        {
            yield return next;
        }
    }

    /// <summary>
    /// A new process compiles its code while it runs, for some seconds and the better the longer. So each thing that is going to be
    /// measured is first done for a while and thrown away, with the least data: more requests, more compiling.
    /// </summary>
    internal static IEnumerable<Case> WarmUps(Suite suite, Setup setup) => suite.Cases
        .Where(measured => measured.Setup.Name == setup.Name && measured.Source is not CountSource.Benchmark)
        .GroupBy(measured => measured.Kind, (_, alike) => alike.MinBy(measured => measured.BytesPerUnit)!);

    private async Task<ISystemUnderTest> SystemForAsync(Setup setup, CancellationToken stop)
    {
        if (_suite.NewProcessPerIteration)
        {
            await _systems.StopAsync(setup);
        }

        if (_suite.OneSystemAtATime)
        {
            await _systems.StopOthersAsync(setup);
        }

        var (system, isNew) = await _systems.GetAsync(setup, stop);
        if (isNew)
        {
            Facts ??= system.Control is { } control ? await control.FactsAsync() : null;
            await WarmUpAsync(setup, system, stop);
        }

        return system;
    }

    private async Task WarmUpAsync(Setup setup, ISystemUnderTest system, CancellationToken stop)
    {
        var warmUps = WarmUps(_suite, setup).ToArray();
        for (var round = 1; round <= _suite.WarmUpRounds && warmUps.Length > 0; round++)
        {
            foreach (var measured in warmUps)
            {
                _progress.WarmingUp(measured);
                await _runner.WarmUpAsync(measured, system, _suite.WarmUpLength, _suite.WarmUpCallers, stop);
            }

            await Task.Delay(_suite.WarmUpRest, _time, stop);
        }

        if (_suite.Settling > TimeSpan.Zero)
        {
            _progress.WatchingIdle(_suite.Settling);
            await Task.Delay(_suite.Settling, _time, stop);
            _systems.Settled(setup);
        }
    }

    private void Keep(Case measured, Iteration iteration)
    {
        if (!_iterations.TryGetValue(measured.Name, out var iterations))
        {
            _iterations.Add(measured.Name, iterations = []);
        }

        iterations.RemoveAll(earlier => earlier.Repeat == iteration.Repeat); // a rung that is tried again
        iterations.Add(iteration);
        iterations.Sort((a, b) => a.Repeat.CompareTo(b.Repeat));
    }
}
