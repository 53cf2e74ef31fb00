using Load.Measuring;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>Targets that wait for their time, and the memory that they hold meanwhile.</summary>
internal sealed class IdleCounter : IWorkCounter
{
    /// <summary>From one probe to the next until each has been probed: so slow that few are under way at once, which take more.</summary>
    private const int BriskSeconds = 60;

    /// <summary>Until what the list left behind is given back.</summary>
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(10);

    private readonly RunningFarm _system;
    private readonly WatchedProber _prober;

    private IdleCounter(RunningFarm system, WatchedProber prober) => (_system, _prober) = (system, prober);

    public static async Task<IWorkCounter> BeginAsync(
        RunningFarm system, ProbeRow row, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        var prober = await WatchedProber.StartAsync(system, row with { Seconds = BriskSeconds }, settings, cancellationToken);
        try
        {
            await prober.UntilProbedAsync(row.Targets, cancellationToken);
            await prober.ReloadAsync(row, cancellationToken);
            await Task.Delay(Rest, cancellationToken);
            return new IdleCounter(system, prober);
        }
        catch
        {
            await prober.DisposeAsync();
            throw;
        }
    }

    public async Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
    {
        var resident = _prober.Usage.WorkingSet; // before it is asked for anything
        var farm = await _system.Farm.CountsAsync(cancellationToken);
        var metrics = await _prober.Account.MetricsAsync(cancellationToken);
        return new(farm.Visited)
        {
            Figures = new Dictionary<string, double>
            {
                [ProbeFigures.Resident] = resident / 1e6,
                [ProbeFigures.Managed] = metrics["dotnet_total_memory_bytes"] / 1e6,
            },
        };
    }

    public ValueTask DisposeAsync() => _prober.DisposeAsync();
}
