using System.Diagnostics;
using Load.Measuring;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>A list that gets one target more while all are probed: what that costs, and whether anybody is moved or missed.</summary>
internal sealed class ReloadCounter : IWorkCounter
{
    /// <summary>A probe that starts so much earlier or later in its interval counts as having another phase.</summary>
    private const long MaxShift = 1000; // milliseconds

    /// <summary>The wait until the work that a list or a question caused is done.</summary>
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(5);

    private readonly WatchedProber _prober;
    private readonly FarmComparison _comparison;
    private readonly ProbeRow _row;
    private Dictionary<string, double> _figures = [];

    private ReloadCounter(WatchedProber prober, ProbeRow row) => (_prober, _row, _comparison) = (prober, row, prober.Compare(row));

    public static async Task<IWorkCounter> BeginAsync(
        RunningFarm system, ProbeRow row, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        var prober = await WatchedProber.StartAsync(system, row, settings, cancellationToken);
        try
        {
            await prober.UntilProbedAsync(row.Targets, cancellationToken);
            return new ReloadCounter(prober, row);
        }
        catch
        {
            await prober.DisposeAsync();
            throw;
        }
    }

    /// <summary>Lasts at least one round of all targets, whatever the length: only then is it known that none was left out.</summary>
    public async Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken)
    {
        var starts = await _prober.Account.StartsAsync(cancellationToken);
        var missed = await MissedAsync(cancellationToken);

        await Task.Delay(Rest, time, cancellationToken);
        var (cpu, start) = (_prober.Usage.Cpu, Stopwatch.GetTimestamp());
        var reloadedAt = time.GetUtcNow().ToUnixTimeMilliseconds();
        await _prober.ReloadAsync(_row with { Targets = _row.Targets + 1 }, cancellationToken);
        await Task.Delay(Rest, time, cancellationToken);

        // The same probes without a reload, over a whole round.
        var (calmCpu, calmStart) = (_prober.Usage.Cpu, Stopwatch.GetTimestamp());
        await Task.Delay(TimeSpan.FromSeconds(_row.Seconds), time, cancellationToken);
        var share = Stopwatch.GetElapsedTime(start, calmStart) / Stopwatch.GetElapsedTime(calmStart);
        var reload = calmCpu - cpu - ((_prober.Usage.Cpu - calmCpu) * share);
        var later = await _prober.Account.StartsAsync(cancellationToken);
        _figures = new Dictionary<string, double>
        {
            [ProbeFigures.ReloadCpu] = reload.TotalSeconds,
            [ProbeFigures.Moved] = starts.Count(target => later.TryGetValue(target.Key, out var at) && Shift(target.Value, at) > MaxShift),
            [ProbeFigures.Missed] = await MissedAsync(cancellationToken) - missed,
            [ProbeFigures.Silent] = starts.Keys.Count(name => !later.TryGetValue(name, out var at) || at < reloadedAt),
        };
    }

    public Task<WorkCount> ReadAsync(CancellationToken cancellationToken) => _comparison.CountAsync(_figures, cancellationToken);

    public ValueTask DisposeAsync() => _prober.DisposeAsync();

    private async Task<double> MissedAsync(CancellationToken cancellationToken) =>
        (await _prober.Account.MetricsAsync(cancellationToken))["prober_missed_probes_total"];

    /// <summary>Between the places of two starts in the interval, the shorter way around.</summary>
    private long Shift(long one, long other)
    {
        var interval = _row.Seconds * 1000L;
        var shift = Math.Abs(one - other) % interval;
        return Math.Min(shift, interval - shift);
    }
}
