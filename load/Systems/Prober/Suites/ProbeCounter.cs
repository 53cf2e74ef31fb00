using Load.Machine;
using Load.Measuring;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>
/// The probing process of one row. The farm's counts are the units of work; the prober's own counts stand beside them.
/// </summary>
internal sealed class ProbeCounter : IWorkCounter
{
    /// <summary>The time until names are known and the code that every probe runs is compiled.</summary>
    private static readonly TimeSpan MinSettling = TimeSpan.FromSeconds(15);

    /// <summary>The round of names is over then, whatever the interval.</summary>
    private static readonly TimeSpan MaxSettling = TimeSpan.FromSeconds(25);

    private readonly RunningFarm _system;
    private readonly ProbeRow _row;
    private readonly ChildProcess _process;
    private readonly ProberAccount? _view;
    private readonly OpenCaller? _caller;
    private readonly LoopAccount? _loop;
    private readonly FarmComparison _comparison;
    private FarmReading _farm = FarmReading.None;
    private ProberReading? _reading;

    private ProbeCounter(
        RunningFarm system, ProbeRow row, ChildProcess process, ProberAccount? view, OpenCaller? caller, LoopAccount? loop = null)
    {
        (_system, _row, _process, _view, _caller, _loop) = (system, row, process, view, caller, loop);
        _comparison = new(row, system.Farm.CountsAsync, ClaimAsync);
    }

    public static async Task<IWorkCounter> BeginAsync(
        RunningFarm system, ProbeRow row, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        if (row.Way != ProbeWay.Loop)
        {
            await LoopCeiling.RequireAsync(system, row, cancellationToken);
        }

        var counter = await StartAsync(system, row, settings, cancellationToken);
        system.Visit(counter._process);
        var round = TimeSpan.FromSeconds(row.Seconds + 3);
        await Task.Delay(round < MinSettling ? MinSettling : round > MaxSettling ? MaxSettling : round, cancellationToken);

        // The first question compiles its answer, which is no probe's work.
        await counter.ClaimAsync(cancellationToken);
        return counter;
    }

    public async Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
    {
        var before = (Farm: _farm, Reading: _reading);
        _farm = await _comparison.ReadAsync(cancellationToken);
        _reading = _view is null ? null
            : _row.Mix == TargetMix.Ok ? await _view.MetricsAsync(cancellationToken) // A list of all targets costs what many probes do.
            : await _view.ReadAsync(cancellationToken);
        var falseVerdicts = before.Reading is { } earlier && _row.Way.IsScheduled && _reading is { } now
            ? FalseVerdicts.Count(_row.Mix, earlier, now)
            : 0;
        return new(_farm.Visited, Wrong: falseVerdicts + (_caller?.Bad ?? 0) + _comparison.Unmatched)
        {
            Figures = Figures(before.Farm, before.Reading, falseVerdicts),
            Faults = new Dictionary<string, int>(_comparison.Faults) { ["a target is called what it is not"] = falseVerdicts },
        };
    }

    public async ValueTask DisposeAsync()
    {
        _system.Visit(null);
        if (_caller is not null)
        {
            await _caller.DisposeAsync();
        }

        _view?.Dispose();
        _loop?.Dispose();
        if (_row.Way == ProbeWay.Blackbox)
        {
            await _process.KillAsync(CancellationToken.None); // It knows nothing of the end of its input.
        }

        await _process.DisposeAsync();
    }

    private static async Task<ProbeCounter> StartAsync(
        RunningFarm system, ProbeRow row, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        var port = system.Farm.PortOf(row.Kind);
        if (row.Way == ProbeWay.Loop)
        {
            var (loop, control) = await ProbingProcesses.LoopAsync(system, row.Kind, row.Targets, row.Rate, cancellationToken);
            return new(system, row, loop, null, null, new(control));
        }

        if (row.Way == ProbeWay.Blackbox)
        {
            var (peer, address) = await ProbingProcesses.BlackboxAsync(system, cancellationToken);
            var endpoint = row.Kind == "tcp" ? $"127.0.0.1:{port}" : $"{row.Kind}://127.0.0.1:{port}/";
            return new(system, row, peer, null, new(row.Rate, i => new(
                address, $"/probe?module={row.Kind}&target={endpoint}&hostname=ok-{i % row.Targets}.farm.test")));
        }

        var configuration = Path.Combine(system.Folder.FullName, "probes.yaml");
        await File.WriteAllTextAsync(configuration, row.Configuration(port, system.Farm.Authority), cancellationToken);
        var (prober, http) = await ProbingProcesses.ProberAsync(system, settings, configuration, cancellationToken);
        return new(system, row, prober, new(http), row.Way.IsScheduled ? null
            : new(row.Rate, i => new(http, $"/probe?target=ok-{i % row.Targets}.farm.test")));
    }

    private async Task<ProberClaim> ClaimAsync(CancellationToken cancellationToken) =>
        _caller is { } caller ? caller.Claim
        : _loop is { } loop ? await loop.ClaimAsync(cancellationToken)
        : await _view!.ClaimAsync(cancellationToken);

    private Dictionary<string, double> Figures(FarmReading farm, ProberReading? before, int falseVerdicts)
    {
        var figures = new Dictionary<string, double>
        {
            ["farm good"] = _farm.Good - farm.Good,
            ["farm handshakes"] = _farm.Handshakes - farm.Handshakes,
            [ProbeFigures.Unmatched] = _comparison.Unmatched,
        };
        if (_loop is not null)
        {
            figures["failed"] = _comparison.Failed;
        }

        if (TimeWait.Count(_system.Farm.PortOf(_row.Kind)) is { } waiting)
        {
            figures[ProbeFigures.InTimeWait] = waiting;
        }

        if (!_row.Way.IsScheduled || _reading is not { } now)
        {
            return figures;
        }

        foreach (var (name, series) in ProberReading.Counters)
        {
            figures[name] = now[series] - (before?[series] ?? 0);
        }

        foreach (var (name, share) in new[] { ("late p50 ms", 0.5), (ProbeFigures.LateTail, 0.99), ("late max ms", 1.0) })
        {
            figures[name] = now.Lateness(before, share) * 1000;
        }

        figures[ProbeFigures.LateWithin] = ProberReading.LatenessWithin([(before, now)], 0.99) * 1000;
        figures[ProbeFigures.InFlight] = now["prober_probes_in_flight"];
        figures[ProbeFigures.False] = falseVerdicts;
        return figures;
    }
}
