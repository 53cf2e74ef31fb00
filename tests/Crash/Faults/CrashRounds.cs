using System.Diagnostics;
using Load.Machine;
using Load.Statistics;

namespace Crash.Faults;

/// <param name="Fault">With the store that it struck, such as <c>kill sqlite</c>.</param>
/// <param name="Rounds">The number of finished rounds.</param>
/// <param name="Planned">The number of rounds that there should have been.</param>
/// <param name="Entries">The number of acknowledged entries, all of which had to be there.</param>
/// <param name="Counters">The outcome of the requests.</param>
internal sealed record CrashResult(string Fault, int Rounds, int Planned, int Entries, Counters Counters)
{
    /// <summary>A run that acknowledged next to nothing could lose next to nothing, and proves nothing.</summary>
    public bool Succeeded =>
        Rounds == Planned && Counters is { Lost: 0, Duplicated: 0, Wrong: 0 } && Entries >= Rounds * CrashRounds.MinAcknowledged;
}

/// <summary>
/// Strikes a system with one fault, again and again, on a store that keeps everything. A round:
/// <list type="number">
/// <item>workers send; once entries are acknowledged over each way in, the fault strikes at a random moment;</item>
/// <item>a system that lives has to acknowledge again, when the fault has passed or in spite of it;</item>
/// <item>the workers stop, and a system that has just started, and remembers nothing, is asked for every entry that was acknowledged in
/// this round and for the whole listing;</item>
/// <item>what is broken is mended.</item>
/// </list>
/// After the last round every entry of all rounds is asked for.
/// </summary>
/// <param name="trial">The fault and the system.</param>
/// <param name="options">How often, and how hard.</param>
/// <param name="output">Gets a line for each round.</param>
internal sealed class CrashRounds(CrashTrial trial, CrashOptions options, TextWriter output)
{
    /// <summary>The number of entries over each way in, before the fault strikes and again after it has passed.</summary>
    public const int MinAcknowledged = 10;

    /// <summary>
    /// The wait for the system to be back, and for an entry to be there. A cluster needs seconds for an election, and far more on a busy
    /// machine; nothing is judged by how long it takes.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    /// <summary>A system that is not as fast as before by then is reported with this time.</summary>
    public static readonly TimeSpan RecoveryLimit = TimeSpan.FromMinutes(1);

    /// <summary>The time after which a start is mostly done, and has opened its store.</summary>
    private static readonly TimeSpan StartSpan = TimeSpan.FromSeconds(1);

    /// <summary>The pause after a refusal. The Retry-After of a second would leave few requests for the time of the fault.</summary>
    private static readonly TimeSpan RefusalPause = TimeSpan.FromMilliseconds(20);

    private static readonly TimeSpan CountInterval = TimeSpan.FromMilliseconds(10);

    /// <summary>Between two looks at the rate: each goes through all that was acknowledged.</summary>
    private static readonly TimeSpan RateInterval = TimeSpan.FromMilliseconds(100);

    private readonly IFault _fault = trial.Fault;
    private readonly ICrashSubject _subject = trial.Subject;
    private readonly Counters _counters = trial.Subject.Counters;
    private readonly string _name = $"{trial.Fault.Name} {options.Store}";
    private SplitMix64 _draws = new(options.Seed + (ulong)trial.Fault.Name.Sum(letter => letter)); // other moments for each fault
    private int _rounds;
    private int _starts;
    private volatile bool _killed;

    /// <summary>The result so far.</summary>
    public CrashResult Result => new(_name, _rounds, options.Rounds, _subject.Ledger.Acknowledged.Count, _counters);

    /// <param name="stop">Ends it at once: a round that a person stops finds nothing, and leaves nothing running.</param>
    /// <exception cref="LabException">The system did not come back, or stopped acknowledging.</exception>
    public async Task RunAsync(CancellationToken stop)
    {
        using var closing = stop.Register(_counters.Close);
        IRunningSystem? system = null;
        try
        {
            system = await StartExposedAsync(stop);
            while (_rounds < options.Rounds)
            {
                var before = _subject.Ledger.Acknowledged.ToHashSet();
                var refusals = _counters.Refusals.ToDictionary();
                var what = await LoadAsync(system, _rounds + 1, stop);
                what += await JudgeAsync(system, new FailedCalls(refusals, _counters.Refusals), stop);
                if (_fault.EndsSystem)
                {
                    await system.DisposeAsync();
                    system = null;
                    system = await StartExposedAsync(stop);
                }

                var acknowledged = _subject.Ledger.Acknowledged.Where(entry => !before.Contains(entry)).ToList();
                await VerifyAsync(system, acknowledged, everyListing: false, stop);
                await _fault.MendAsync(stop);
                _rounds++;
                output.WriteLine(
                    $"[{_rounds}/{options.Rounds}] {_name}: {what}; {acknowledged.Count} {options.System.Entries} acknowledged, "
                    + $"{_counters.Lost} lost, {_counters.Duplicated} duplicated, {_counters.Wrong} wrong so far");
            }

            await VerifyAsync(system, _subject.Ledger.Acknowledged, everyListing: true, stop);
        }
        finally
        {
            await EndAsync(system, isStopped: stop.IsCancellationRequested);
        }
    }

    /// <summary>A struck system may take minutes to stop in good order, and the data of a stopped run is not needed.</summary>
    private static async Task EndAsync(IRunningSystem? system, bool isStopped)
    {
        if (system is null)
        {
            return;
        }

        if (isStopped)
        {
            await system.KillAsync(CancellationToken.None);
        }

        await system.DisposeAsync();
    }

    /// <returns>A description of the fault.</returns>
    private async Task<string> LoadAsync(IRunningSystem system, int round, CancellationToken stop)
    {
        _killed = false;
        using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var workers = Enumerable.Range(0, options.Workers).Select(number => system.CreateWorker(number, _draws.Next()));
        var working = workers.Select(worker => WorkAsync(worker, end.Token)).ToArray();
        try
        {
            await AcknowledgedAsync(system, "before the fault", stop);
            var calm = Stopwatch.GetTimestamp();
            var moment = options.Span * Fraction() + (_fault.IsOutage ? 2 * Pace.Window : TimeSpan.Zero);
            await Task.Delay(moment, stop);
            _killed = _fault.EndsSystem;
            var struck = Stopwatch.GetTimestamp();
            var what = await _fault.StrikeAsync(system, round, _draws.Next(), stop);
            if (!_fault.EndsSystem)
            {
                await Task.Delay(options.Span, stop);
                await _fault.RelieveAsync(stop);
                var relieved = Stopwatch.GetTimestamp();
                await AcknowledgedAsync(system, $"after the fault ({what})", stop);
                what += await RecoveredAsync(calm, struck, _fault.OthersTakeOver ? struck : relieved, stop);
            }

            return $"after {moment.TotalMilliseconds:0} ms {what}";
        }
        finally
        {
            await end.CancelAsync();
            await Task.WhenAll(working).WaitAsync(stop); // a struck system may never answer what is under way
        }
    }

    /// <returns>The result of the fault's promise; empty when there is none.</returns>
    private async Task<string> JudgeAsync(IRunningSystem system, FailedCalls failed, CancellationToken stop)
    {
        if (await _fault.JudgeAsync(system, failed, stop) is not { } judgement)
        {
            return "";
        }

        if (!judgement.IsKept)
        {
            _counters.CountWrong($"in round {_rounds + 1} {judgement.Told}");
        }

        return $", {judgement.Told}";
    }

    private Task WorkAsync(ICrashWorker worker, CancellationToken stop) => Task.Run(
        async () =>
        {
            using (worker)
            {
                await new WorkLoop(worker, _counters, options.Pause, RefusalPause).RunAsync(() => _killed, stop);
            }
        },
        CancellationToken.None);

    /// <summary>Waits until some more have been acknowledged over each way.</summary>
    private async Task AcknowledgedAsync(IRunningSystem system, string when, CancellationToken stop)
    {
        var goals = system.Clients.ToDictionary(client => client.Way, client => _counters.AcknowledgedOver(client.Way) + MinAcknowledged);
        bool IsReached() => goals.All(goal => _counters.AcknowledgedOver(goal.Key) >= goal.Value);
        if (!await UntilAsync(IsReached, Patience, CountInterval, stop))
        {
            throw new LabException($"{_name}: next to nothing was acknowledged {when} within {Patience.TotalSeconds} s.", CrashLab.Found);
        }
    }

    /// <returns>How long it took the system to be as fast as before; nothing when it was never slower.</returns>
    private async Task<string> RecoveredAsync(long calm, long struck, long relieved, CancellationToken stop)
    {
        if (!_fault.IsOutage)
        {
            return "";
        }

        TimeSpan? recovery = null;
        var isBack = await UntilAsync(
            () => (recovery = _counters.RecoveryAfter(calm, struck, relieved)) is not null, RecoveryLimit, RateInterval, stop);
        _counters.CountRecovery(recovery ?? RecoveryLimit);
        return isBack ? $", full rate after {Format.Milliseconds(recovery)} ms" : $", no full rate within {RecoveryLimit.TotalSeconds} s";
    }

    /// <returns>Whether it came true in time.</returns>
    private static async Task<bool> UntilAsync(Func<bool> isTrue, TimeSpan limit, TimeSpan interval, CancellationToken stop)
    {
        for (var start = Stopwatch.GetTimestamp(); !isTrue();)
        {
            if (Stopwatch.GetElapsedTime(start) > limit)
            {
                return false;
            }

            await Task.Delay(interval, stop);
        }

        return true;
    }

    /// <param name="system">Asked itself when it has just been started; otherwise a reader is started for it.</param>
    /// <param name="acknowledged">The entries to ask for.</param>
    /// <param name="everyListing">Over each way; otherwise over one, each in its turn.</param>
    /// <param name="stop">Stops the lab.</param>
    private async Task VerifyAsync(
        IRunningSystem system, IReadOnlyList<ILedgerEntry> acknowledged, bool everyListing, CancellationToken stop)
    {
        await using var reader = _fault.EndsSystem ? null : await _subject.StartAsync(isReader: true, stop);
        var clients = (reader ?? system).Clients;
        var verification = new Verification(_subject.Ledger, _counters, clients, Patience);
        await verification.LookUpAsync(acknowledged, stop);
        foreach (var client in everyListing ? clients : [clients[_rounds % clients.Count]])
        {
            await verification.ListAsync(client, stop);
        }
    }

    /// <summary>When the fault kills the system, its first start and every third one later are killed too.</summary>
    private async Task<IRunningSystem> StartExposedAsync(CancellationToken stop)
    {
        if (_fault.EndsSystem && _starts++ % 3 == 0)
        {
            await _subject.StartAndKillAsync(StartSpan * Fraction(), stop);
        }

        return await _subject.StartAsync(isReader: false, stop);
    }

    private double Fraction() => (_draws.Next() >> 11) * (1.0 / (1UL << 53));
}
