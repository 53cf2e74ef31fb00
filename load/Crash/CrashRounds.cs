using System.Diagnostics;
using Load.Corpus;
using Load.Crash.Edges;
using Load.Crash.Faults;
using Load.Server;

namespace Load.Crash;

/// <summary>
/// One fault, again and again, on a store that keeps everything. A round:
/// <list type="number">
/// <item>submitters set to work; once reports are being acknowledged over each edge, the fault strikes at a random moment;</item>
/// <item>a service that lives has to acknowledge again, when the fault has passed or in spite of it;</item>
/// <item>the submitters stop, and a service that was just started, and remembers nothing, is asked for every report acknowledged in this
/// round and for the whole listing;</item>
/// <item>what is broken is mended.</item>
/// </list>
/// After the last round every report of all rounds is asked for.
/// </summary>
/// <param name="fault">What strikes.</param>
/// <param name="options">How often, and how hard.</param>
/// <param name="folder">For data and logs.</param>
/// <param name="output">A line for each round.</param>
internal sealed class CrashRounds(IFault fault, CrashOptions options, string folder, TextWriter output)
{
    /// <summary>Over each edge, before the fault strikes and after it has passed.</summary>
    public const int LeastAcknowledged = 10;

    /// <summary>For the service to be back, and for a report to be there: a cluster needs seconds for an election, and more on a busy machine.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>By then a start is mostly done, and has opened its store.</summary>
    private static readonly TimeSpan StartSpan = TimeSpan.FromSeconds(1);

    private readonly Ledger _ledger = new();
    private readonly Tally _tally = new();
    private readonly FileMix _files = new(options.Seed);
    private readonly NonceCounter _counter = new();
    private SplitMix64 _draws = new(options.Seed + Convert.ToUInt64(fault.Name.Sum(letter => letter))); // not every fault at the same moments
    private int _rounds;
    private int _starts;
    private volatile bool _killed;

    public string Name => $"{fault.Name} {options.Store}";

    private string Data => Path.Combine(folder, "data");

    /// <summary>As far as it has come.</summary>
    public CrashResult Result => new(Name, _rounds, options.Rounds, _ledger.Count, _ledger.Acknowledged.Count, _tally);

    /// <exception cref="LabException">The service did not come back, or stopped acknowledging.</exception>
    public async Task RunAsync(CancellationToken stop)
    {
        var service = await StartExposedAsync(stop);
        try
        {
            while (_rounds < options.Rounds)
            {
                var before = _ledger.Acknowledged.ToHashSet();
                var what = await LoadAsync(service, _rounds + 1, stop);
                if (fault.EndsService)
                {
                    await service.DisposeAsync();
                    service = await StartExposedAsync(stop);
                }

                var acknowledged = _ledger.Acknowledged.Where(submission => !before.Contains(submission)).ToList();
                await ReadBackAsync(fault.EndsService ? service : null, acknowledged, everyListing: false, stop);
                await fault.MendAsync(stop);
                _rounds++;
                output.WriteLine($"[{_rounds}/{options.Rounds}] {Name}: {what}; {acknowledged.Count} reports acknowledged, " +
                    $"{_tally.Lost} lost, {_tally.Duplicated} duplicated, {_tally.Wrong} wrong so far");
            }

            await ReadBackAsync(fault.EndsService ? service : null, _ledger.Acknowledged, everyListing: true, stop);
        }
        finally
        {
            await service.DisposeAsync();
        }
    }

    /// <returns>What the fault did.</returns>
    private async Task<string> LoadAsync(ServiceProcess service, int round, CancellationToken stop)
    {
        _killed = false;
        var edges = EdgesOf(service);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var submitters = Enumerable.Range(0, options.Submitters).Select(number => SubmitAsync(edges[number % edges.Length], _draws.Next(), end.Token)).ToArray();
        try
        {
            await AcknowledgedAsync(edges, "before the fault", stop);
            var calm = Stopwatch.GetTimestamp();
            var moment = options.Span * Fraction() + (fault.IsOutage ? 2 * Pace.Window : TimeSpan.Zero);
            await Task.Delay(moment, stop);
            _killed = fault.EndsService;
            var struck = Stopwatch.GetTimestamp();
            var what = await fault.StrikeAsync(service, round, _draws.Next(), stop);
            if (!fault.EndsService)
            {
                await Task.Delay(options.Span, stop);
                await fault.RelieveAsync(stop);
                var relieved = Stopwatch.GetTimestamp();
                await AcknowledgedAsync(edges, $"after the fault ({what})", stop);
                await UntilAsync(() => !fault.IsOutage || _tally.Recovered(calm, struck, relieved), "the service did not come back to its rate", stop);
            }

            return $"after {moment.TotalMilliseconds:0} ms {what}";
        }
        finally
        {
            await end.CancelAsync();
            await Task.WhenAll(submitters);
            Array.ForEach(edges, edge => edge.Dispose());
        }
    }

    private Task SubmitAsync(IEdge edge, ulong seed, CancellationToken stop) => Task.Run(
        async () =>
        {
            using var fresh = new FreshFile(options.Seed, _counter);
            await new Submitter(edge, _ledger, _tally, _files, fresh, seed).RunAsync(() => _killed, stop);
        },
        CancellationToken.None);

    /// <summary>Until some more have been acknowledged over each edge.</summary>
    private Task AcknowledgedAsync(IEdge[] edges, string when, CancellationToken stop)
    {
        var goals = edges.Select(edge => (edge.Name, Count: _tally.AcknowledgedOver(edge.Name) + LeastAcknowledged)).ToList();
        return UntilAsync(() => goals.TrueForAll(goal => _tally.AcknowledgedOver(goal.Name) >= goal.Count), $"next to nothing was acknowledged {when}", stop);
    }

    /// <exception cref="LabException">It has not come true in time.</exception>
    private async Task UntilAsync(Func<bool> isTrue, string otherwise, CancellationToken stop)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(Patience);
        try
        {
            while (!isTrue())
            {
                await Task.Delay(10, limit.Token);
            }
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new LabException($"{Name}: {otherwise} within {Patience.TotalSeconds} s.");
        }
    }

    /// <param name="restarted">The service to ask; null to start one for it.</param>
    /// <param name="acknowledged">What to ask for.</param>
    /// <param name="everyListing">Over each edge; otherwise over one, each in its turn.</param>
    /// <param name="stop">Stops the lab.</param>
    private async Task ReadBackAsync(ServiceProcess? restarted, IReadOnlyList<Submission> acknowledged, bool everyListing, CancellationToken stop)
    {
        await using var reader = restarted is null ? await StartAsync(fault.Sheltered, "reader", stop) : null;
        var edges = EdgesOf(restarted ?? reader!);
        try
        {
            var readBack = new ReadBack(_ledger, _tally, edges, Patience);
            await readBack.LookUpAsync(acknowledged, stop);
            foreach (var edge in everyListing ? edges : [edges[_rounds % edges.Length]])
            {
                await readBack.ListAsync(edge, stop);
            }
        }
        finally
        {
            Array.ForEach(edges, edge => edge.Dispose());
        }
    }

    /// <summary>Where the service is killed, its first start and every third one later are killed too: what a start creates or recovers is half done then.</summary>
    private async Task<ServiceProcess> StartExposedAsync(CancellationToken stop)
    {
        if (fault.EndsService && _starts++ % 3 == 0)
        {
            await ServiceProcess.StartAndKillAsync(ServiceStart("service"), fault.Exposed, Data, StartSpan * Fraction(), stop);
        }

        return await StartAsync(fault.Exposed, "service", stop);
    }

    private Task<ServiceProcess> StartAsync(ServiceSettings settings, string role, CancellationToken stop) =>
        ServiceProcess.StartAsync(ServiceStart(role), settings, Data, stop);

    private ServiceStart ServiceStart(string role) =>
        new(options.Service ?? BuiltAssembly.Find(BuiltAssembly.Service), Path.Combine(folder, $"{fault.Name}-{role}.log"));

    private static IEdge[] EdgesOf(ServiceProcess service) => [new RestEdge(service.Http), new GrpcEdge(service.Grpc)];

    private double Fraction() => (_draws.Next() >> 11) * (1.0 / (1UL << 53));
}
