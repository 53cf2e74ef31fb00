namespace Crash.Faults;

/// <summary>A system under faults: the suite starts it, makes it acknowledge entries, and asks for them afterwards.</summary>
internal interface ICrashSubject
{
    /// <summary>Everything that was sent to it.</summary>
    ILedger Ledger { get; }

    Counters Counters { get; }

    /// <summary>Starts the system on the data that it left.</summary>
    /// <param name="isReader">Nobody writes to it: it is to reach its data past the fault.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <exception cref="Load.Machine.LabException">It did not start.</exception>
    Task<IRunningSystem> StartAsync(bool isReader, CancellationToken cancellationToken);

    /// <summary>Starts the system and, ready or not, kills it after a while: what a start creates or recovers is half done then.</summary>
    Task StartAndKillAsync(TimeSpan after, CancellationToken cancellationToken);
}

/// <summary>The processes of a system, and ways into it; disposing stops them in good order.</summary>
internal interface IRunningSystem : IAsyncDisposable
{
    /// <summary>One for each way in.</summary>
    IReadOnlyList<IReadBackClient> Clients { get; }

    /// <param name="number">Counted from 0; the workers are spread over the ways in.</param>
    /// <param name="seed">Decides what it does next.</param>
    ICrashWorker CreateWorker(int number, ulong seed);

    /// <summary>Kills it (SIGKILL): none of its handlers runs, and nothing of it runs any more when this returns.</summary>
    Task KillAsync(CancellationToken cancellationToken);
}

/// <summary>A client of the system under load, with one request at a time.</summary>
internal interface ICrashWorker : IDisposable
{
    /// <summary>The name of its way in.</summary>
    string Way { get; }

    /// <summary>Makes a request and checks the response against the ledger.</summary>
    Task<ResponseKind> AskAsync();
}
