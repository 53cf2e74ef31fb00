using Crash.Faults;

namespace Crash.Systems.Gateway;

/// <summary>
/// Strikes an analyzer behind the gateway while the others go on: in turn it is killed (SIGKILL), hangs for a while, or all are restarted
/// in good order, one after the other.
/// </summary>
internal sealed class BackendFault(string name) : IFault
{
    private readonly Queue<Func<CancellationToken, Task>> _relief = [];
    private BackendStrike _strike;
    private long _unrepeated;

    public string Name => name;

    public bool IsOutage => true;

    public bool OthersTakeOver => true;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        var running = (GatewaySubject.Running)system;
        var victim = running.Analyzers[(int)(draw % (ulong)running.Analyzers.Count)];
        _strike = (BackendStrike)((round - 1) % 3);
        _unrepeated = await running.UnrepeatedAsync(cancellationToken);
        switch (_strike)
        {
            case BackendStrike.Kill:
                await victim.KillAsync(cancellationToken);
                _relief.Enqueue(token => StartAsync(running, victim, token));
                return $"killed {victim.Name}";
            case BackendStrike.Pause:
                await victim.PauseAsync(cancellationToken);
                _relief.Enqueue(victim.ResumeAsync);
                return $"paused {victim.Name}";
            default:
                foreach (var analyzer in running.Analyzers)
                {
                    await analyzer.DisposeAsync();
                    await StartAsync(running, analyzer, cancellationToken);
                }

                return "restarted all analyzers, one after the other";
        }
    }

    public async Task RelieveAsync(CancellationToken cancellationToken)
    {
        while (_relief.TryDequeue(out var relieve))
        {
            await relieve(cancellationToken);
        }
    }

    public async Task<PromiseCheck?> JudgeAsync(IRunningSystem system, FailedCalls failed, CancellationToken cancellationToken)
    {
        var unrepeated = await ((GatewaySubject.Running)system).UnrepeatedAsync(cancellationToken);
        return BackendPromise.Judge(_strike, failed, unrepeated - _unrepeated);
    }

    /// <summary>The next may be stopped only when the gateway sends calls to this one again.</summary>
    private static async Task StartAsync(GatewaySubject.Running running, StruckAnalyzer analyzer, CancellationToken cancellationToken)
    {
        await running.SeenAsync(analyzer, isServing: false, cancellationToken);
        await analyzer.StartAsync(cancellationToken);
        await running.SeenAsync(analyzer, isServing: true, cancellationToken);
    }
}
