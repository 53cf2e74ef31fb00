using System.Text.Json;
using Crash.Faults;
using Load.Machine;
using Load.Systems.Prober.Processes;

namespace Crash.Systems.Prober;

/// <summary>The prober on one history, with targets that change, and the ledger of what its receiver was told.</summary>
/// <param name="options">Name its dll, and how many workers change targets.</param>
/// <param name="folder">For data and logs.</param>
internal sealed class ProberSubject(CrashOptions options, string folder) : ICrashSubject, IAsyncDisposable
{
    /// <summary>A port that was free a moment ago may be taken by the time the prober asks for it.</summary>
    private const int StartAttempts = 3;

    private readonly Ledger<ToldChange> _ledger = new();
    private CrashTargets? _targets;

    public ILedger Ledger => _ledger;

    public Counters Counters { get; } = new();

    private string Configuration => Path.Combine(folder, "probes.yaml");

    private string Assembly => options.Service ?? ProbingProcesses.ProberAssembly;

    private string Data => $"--Prober:DataDirectory={Path.Combine(folder, "data")}";

    /// <param name="isReader">A second prober on one history is refused: the history is read beside the first.</param>
    public async Task<IRunningSystem> StartAsync(bool isReader, CancellationToken cancellationToken)
    {
        if (isReader)
        {
            return new Running(this, null);
        }

        for (var attempt = 1; ; attempt++)
        {
            var (child, http) = await LaunchAsync(cancellationToken);
            try
            {
                await child.WaitUntilReadyAsync(new(http, "/healthz/ready"), cancellationToken);
                return new Running(this, child);
            }
            catch (Exception exception)
            {
                await child.DisposeAsync();
                if (exception is not LabException || attempt == StartAttempts || !child.HasSaid("address already in use"))
                {
                    throw;
                }
            }
        }
    }

    public async Task StartAndKillAsync(TimeSpan after, CancellationToken cancellationToken)
    {
        await using var child = (await LaunchAsync(cancellationToken)).Child;
        await Task.Delay(after, cancellationToken);
        await child.KillAsync(cancellationToken);
    }

    /// <returns>The rows of <c>export</c>.</returns>
    /// <exception cref="LabException">The history cannot be read.</exception>
    public async Task<IReadOnlyList<JsonElement>> ExportAsync(CancellationToken cancellationToken)
    {
        var (code, output, errors) = await DotNet.RunAsync(DotNet.Start(Assembly, "export", Data), cancellationToken);
        return code == 0
            ? [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonElement.Parse(line))]
            : throw new LabException($"export ended with {code}: {errors}", CrashLab.Found);
    }

    public ValueTask DisposeAsync() => _targets?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task<(ChildProcess Child, Uri Http)> LaunchAsync(CancellationToken cancellationToken)
    {
        if (_targets is null)
        {
            _targets = await CrashTargets.StartAsync(_ledger, Counters, cancellationToken);
            await File.WriteAllTextAsync(Configuration, _targets.Configuration(options.Workers), cancellationToken);
        }

        var port = FreePorts.Take(1)[0];
        var start = DotNet.Start(
            Assembly, Data, $"--Prober:Config={Configuration}", $"--Prober:HttpPort={port}", "--Prober:JoinSpan=00:00:00",
            "--Prober:StopAtEndOfInput=true");
        var http = new Uri($"http://127.0.0.1:{port}/");
        return (ChildProcess.Start("Prober", start, Path.Combine(folder, "prober.log"), new(http, "/metrics")), http);
    }

    /// <summary>A prober, or only its history.</summary>
    internal sealed class Running(ProberSubject subject, ChildProcess? prober) : IRunningSystem
    {
        private readonly CancellationTokenSource _killed = new();

        public IReadOnlyList<IReadBackClient> Clients { get; } = [new HistoryReadBack(subject)];

        public ICrashWorker CreateWorker(int number, ulong seed) =>
            new ChangeMaker(number, subject._targets!, subject.Counters, _killed.Token);

        public Task SignalAsync(string signal, CancellationToken cancellationToken) => prober!.SignalAsync(signal, cancellationToken);

        public async Task KillAsync(CancellationToken cancellationToken)
        {
            await prober!.KillAsync(cancellationToken);
            await _killed.CancelAsync();
        }

        public async ValueTask DisposeAsync()
        {
            await (prober?.DisposeAsync() ?? ValueTask.CompletedTask);
            _killed.Dispose();
        }
    }
}
