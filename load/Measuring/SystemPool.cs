using Load.Machine;

namespace Load.Measuring;

/// <summary>
/// A running system for each setup of a suite, started when first needed and kept: rows with unlike setups can then be measured side by
/// side, and a process that is not asked anything costs next to nothing.
/// </summary>
/// <param name="context">The run, as a system needs to know it that is started.</param>
/// <param name="observer">Is told of its processes.</param>
internal sealed class SystemPool(SetupContext context, IMeasurementObserver observer) : IAsyncDisposable
{
    private readonly Dictionary<string, ISystemUnderTest> _systems = [];
    private readonly Dictionary<string, IdleUsage> _idle = [];
    private ISystemUnderTest? _current;

    /// <summary>Processes of the system that is being measured; empty when there is none.</summary>
    public IReadOnlyList<IObservedProcess> Current => Volatile.Read(ref _current)?.Processes ?? [];

    /// <returns>The system, and whether it was started just now.</returns>
    public async Task<(ISystemUnderTest System, bool IsNew)> GetAsync(Setup setup, CancellationToken cancellationToken)
    {
        var known = _systems.TryGetValue(setup.Name, out var system);
        if (!known)
        {
            _systems.Add(setup.Name, system = await setup.StartAsync(context, cancellationToken));
            _idle.TryAdd(setup.Name, new IdleUsage(UsageOf(system), null));
            foreach (var process in system.Processes)
            {
                observer.Started(process, setup.Name);
            }
        }

        Volatile.Write(ref _current, system);
        return (system!, !known);
    }

    /// <summary>The usage of the idle process under test; null when none was started with this setup.</summary>
    public IdleUsage? IdleOf(Setup setup) => _idle.GetValueOrDefault(setup.Name);

    /// <summary>Call when the system has been warmed up and has rested: this, then, is what it is held against at the end.</summary>
    public void Settled(Setup setup) => _idle[setup.Name] = new IdleUsage(UsageOf(_systems[setup.Name]), null);

    /// <summary>Waits until no system has anything left to do.</summary>
    public Task RestAsync(TimeProvider time, CancellationToken stop) => Quiescence.WaitAsync(
        () => new(_systems.Values.SelectMany(system => system.Processes).Sum(process => process.Usage?.Cpu.Ticks ?? 0)), time, stop);

    /// <summary>Call when all has been quiet for a while.</summary>
    public void LookAtIdle()
    {
        foreach (var setup in _systems.Keys)
        {
            LookAtIdle(setup);
        }
    }

    /// <summary>The next to ask for this setup gets new processes.</summary>
    public Task StopAsync(Setup setup) => StopAsync(setup.Name);

    /// <summary>So does the next to ask for another setup than this one.</summary>
    public async Task StopOthersAsync(Setup setup)
    {
        foreach (var other in _systems.Keys.Where(name => name != setup.Name).ToList())
        {
            await StopAsync(other);
        }
    }

    public async ValueTask DisposeAsync()
    {
        Volatile.Write(ref _current, null);
        await Task.WhenAll(_systems.Values.Select(system => system.DisposeAsync().AsTask()));
    }

    private async Task StopAsync(string setup)
    {
        if (_systems.Remove(setup, out var system))
        {
            LookAtIdle(setup, system);
            Volatile.Write(ref _current, null);
            foreach (var process in system.Processes)
            {
                observer.Stopping(process);
            }

            await system.DisposeAsync();
        }
    }

    private static ProcessUsage? UsageOf(ISystemUnderTest system) => system.Processes is [var first, ..] ? first.Usage : null;

    private void LookAtIdle(string setup) => LookAtIdle(setup, _systems[setup]);

    private void LookAtIdle(string setup, ISystemUnderTest system) => _idle[setup] = _idle[setup] with { After = UsageOf(system) };
}
