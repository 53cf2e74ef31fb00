using Crash.Faults;

namespace Crash.Systems.Sigma;

/// <summary>Kills the instances in turn (SIGKILL) while the other goes on, and starts the dead one again.</summary>
internal sealed class InstanceKill(string name) : IFault
{
    private SigmaInstance? _dead;

    public string Name => name;

    public bool IsOutage => true;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        var instances = ((SigmaSubject.Running)system).Instances;
        _dead = instances[round % instances.Count];
        await _dead.KillAsync(cancellationToken);
        return $"killed {_dead.Name}";
    }

    /// <summary>Its own start belongs to the time that the system takes to be back.</summary>
    public Task RelieveAsync(CancellationToken cancellationToken)
    {
        _dead!.Launch();
        return Task.CompletedTask;
    }

    public Task MendAsync(CancellationToken cancellationToken) => _dead!.BecomeReadyAsync(cancellationToken);
}
