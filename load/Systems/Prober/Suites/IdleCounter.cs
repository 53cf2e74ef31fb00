using Load.Measuring;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>Targets that wait for their time, and the memory that they hold.</summary>
internal sealed class IdleCounter : IWorkCounter
{
    /// <summary>
    /// The interval until each target has been probed: slow enough that few probes overlap, because overlapping probes use more memory.
    /// </summary>
    private const int BriskSeconds = 60;

    /// <summary>The wait until the memory that the list left behind is given back.</summary>
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(10);

    private readonly WatchedProber _prober;
    private readonly FarmComparison _comparison;

    private IdleCounter(WatchedProber prober, ProbeRow row) => (_prober, _comparison) = (prober, prober.Compare(row));

    public static async Task<IWorkCounter> BeginAsync(
        RunningFarm system, ProbeRow row, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        var prober = await WatchedProber.StartAsync(system, row with { Seconds = BriskSeconds }, settings, cancellationToken);
        try
        {
            await prober.UntilProbedAsync(row.Targets, cancellationToken);
            await prober.ReloadAsync(row, cancellationToken);
            await Task.Delay(Rest, cancellationToken);
            return new IdleCounter(prober, row);
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
        var count = await _comparison.CountAsync(new Dictionary<string, double>(), cancellationToken);
        var metrics = await _prober.Account.MetricsAsync(cancellationToken);
        return count with
        {
            Figures = new Dictionary<string, double>(count.Figures)
            {
                [ProbeFigures.Resident] = resident / 1e6,
                [ProbeFigures.Managed] = metrics["dotnet_total_memory_bytes"] / 1e6,
            },
        };
    }

    public ValueTask DisposeAsync() => _prober.DisposeAsync();
}
