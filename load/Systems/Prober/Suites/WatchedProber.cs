using System.Diagnostics;
using Load.Machine;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>A prober whose list the lab changes while it runs.</summary>
internal sealed class WatchedProber : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan AskPeriod = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(50);

    private readonly RunningFarm _system;
    private readonly ChildProcess _process;
    private readonly string _configuration;

    private WatchedProber(RunningFarm system, ChildProcess process, Uri http, string configuration) =>
        (_system, _process, Account, _configuration) = (system, process, new(http), configuration);

    public ProberAccount Account { get; }

    /// <exception cref="LabException">It has ended.</exception>
    public ProcessUsage Usage => _process.Usage ?? throw new LabException("The prober has ended by itself.");

    public static async Task<WatchedProber> StartAsync(
        RunningFarm system, ProbeRow row, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken)
    {
        var configuration = Path.Combine(system.Folder.FullName, "probes.yaml");
        await WriteAsync(system, row, configuration, cancellationToken);
        var (process, http) = await ProbingProcesses.ProberAsync(system, settings, configuration, cancellationToken);
        system.Visit(process);
        return new(system, process, http, configuration);
    }

    /// <summary>Holds what it counts against what the farm does.</summary>
    public FarmComparison Compare(ProbeRow row) => new(row, _system.Farm.CountsAsync, Account.ClaimAsync);

    /// <summary>Waits for a round of all targets: until as many probes have ended.</summary>
    public Task UntilProbedAsync(int targets, CancellationToken cancellationToken) => UntilAsync(
        $"it has made fewer than {targets} probes",
        async () => (await Account.MetricsAsync(cancellationToken))["prober_probes_total"] >= targets,
        AskPeriod,
        cancellationToken);

    /// <summary>Gives it another list, and waits until it has been applied. There are no requests meanwhile.</summary>
    public async Task ReloadAsync(ProbeRow row, CancellationToken cancellationToken)
    {
        var next = $"{_configuration}.next";
        await WriteAsync(_system, row, next, cancellationToken);
        File.Move(next, _configuration, overwrite: true); // it never reads half a list
        await UntilAsync(
            "it did not apply the list",
            () => Task.FromResult(_process.HasSaid($"The configuration is applied: {row.Targets} targets")),
            LookPeriod,
            cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        _system.Visit(null);
        Account.Dispose();
        await _process.DisposeAsync();
    }

    private static Task WriteAsync(RunningFarm system, ProbeRow row, string path, CancellationToken cancellationToken) =>
        File.WriteAllTextAsync(path, row.Configuration(system.Farm.PortOf(row.Kind), system.Farm.Authority), cancellationToken);

    private static async Task UntilAsync(
        string problem, Func<Task<bool>> condition, TimeSpan period, CancellationToken cancellationToken)
    {
        for (var started = Stopwatch.GetTimestamp(); !await condition();)
        {
            if (Stopwatch.GetElapsedTime(started) > Patience)
            {
                throw new LabException($"The prober is not as the row needs it: after {Patience.TotalMinutes} minutes {problem}.");
            }

            await Task.Delay(period, cancellationToken);
        }
    }
}
