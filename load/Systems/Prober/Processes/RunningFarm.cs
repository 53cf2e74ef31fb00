using Load.Machine;
using Load.Measuring;

namespace Load.Systems.Prober.Processes;

/// <summary>A farm, and whoever probes it at the moment.</summary>
internal sealed class RunningFarm(FarmProcess farm, SetupContext context) : ISystemUnderTest
{
    private volatile ChildProcess? _visitor;

    public FarmProcess Farm => farm;

    /// <summary>The run's, for logs.</summary>
    public DirectoryInfo Folder => context.Folder;

    /// <summary>The processors of the program that probes; null for all.</summary>
    public Processors? Processors => context.Processors;

    /// <summary>The probing process comes first: the figures of the table are about it.</summary>
    public IReadOnlyList<IObservedProcess> Processes => _visitor is { } visitor ? [visitor, .. farm.Processes] : farm.Processes;

    public HostControl? Control => null;

    public bool IsOurs => true;

    /// <summary>The process under test from now on; null for none. One that has ended by itself is kept, so that it is named.</summary>
    public void Visit(ChildProcess? visitor) => _visitor = visitor ?? (_visitor is { HasExited: true } ended ? ended : null);

    public ValueTask DisposeAsync() => farm.DisposeAsync();
}
