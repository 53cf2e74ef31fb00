using System.Collections.Concurrent;
using System.Diagnostics;
using Load.Measuring;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>
/// What the bare loop makes on this machine, with this farm: where it does not make a row's rate, the row would measure the farm, and is
/// skipped by name.
/// </summary>
internal static class LoopCeiling
{
    /// <summary>Rows of fewer probes a second need no comparison.</summary>
    private const int MinRate = 300;

    /// <summary>The loop is asked for so many times the row's rate.</summary>
    private const int Surplus = 2;

    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Span = TimeSpan.FromSeconds(5);
    private static readonly ConcurrentDictionary<(string Kind, bool IsNginx), (double Made, int Asked)> Known = new();

    /// <exception cref="ObstacleException">It is not reached.</exception>
    public static async Task RequireAsync(RunningFarm system, ProbeRow row, CancellationToken cancellationToken)
    {
        if (row.Rate < MinRate || row.Mix != TargetMix.Ok)
        {
            return;
        }

        var key = (row.Kind, system.Farm.IsNginx);
        if (!Known.TryGetValue(key, out var known) || (known.Made < row.Rate && known.Asked < row.Rate * Surplus))
        {
            Known[key] = known = (await MeasureAsync(system, row, cancellationToken), row.Rate * Surplus);
        }

        if (known.Made < row.Rate)
        {
            throw new ObstacleException(
                $"it needs {row.Rate} probes a second, but the bare loop makes {known.Made:0} of {row.Kind} here, "
                + "so the farm and not the prober would be measured");
        }
    }

    private static async Task<double> MeasureAsync(RunningFarm system, ProbeRow row, CancellationToken cancellationToken)
    {
        var (process, control) = await ProbingProcesses.LoopAsync(
            system, row.Kind, row.Targets, row.Rate * Surplus, cancellationToken);
        await using (process)
        {
            using var account = new LoopAccount(control);
            await Task.Delay(Settling, cancellationToken);
            var (before, start) = (await account.ClaimAsync(cancellationToken), Stopwatch.GetTimestamp());
            await Task.Delay(Span, cancellationToken);
            var after = await account.ClaimAsync(cancellationToken);
            return (after.Good - before.Good) / Stopwatch.GetElapsedTime(start).TotalSeconds;
        }
    }
}
