namespace Crash.Faults;

/// <summary>Kills, stops or cuts off the system or something that it depends on. One instance strikes in every round.</summary>
internal interface IFault
{
    /// <summary>The name on the command line and in the table.</summary>
    string Name { get; }

    /// <summary>
    /// The system dies: a request under way gets no answer, and the suite starts the system again. Otherwise it has to live through all
    /// rounds.
    /// </summary>
    bool EndsSystem => false;

    /// <summary>Little or nothing can be acknowledged for a while: the suite measures how soon the system is as fast as before.</summary>
    bool IsOutage => false;

    /// <summary>
    /// Others do the work of what was struck: the rate has to come back while the fault lasts, and its recovery is timed from the strike.
    /// </summary>
    bool OthersTakeOver => false;

    /// <param name="system">Under load.</param>
    /// <param name="round">Counted from 1.</param>
    /// <param name="draw">A random number: it decides who is hit, and how.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <returns>A description of what it did, in a few words.</returns>
    Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken);

    /// <summary>Ends the fault while the load goes on, if it is one that passes.</summary>
    Task RelieveAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Judges how many calls failed in a round, when none is under way any more.</summary>
    /// <param name="system">The same as in <see cref="StrikeAsync"/>.</param>
    /// <param name="failed">The calls of the round that failed.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <returns>Null when nothing is promised of that.</returns>
    Task<PromiseCheck?> JudgeAsync(IRunningSystem system, FailedCalls failed, CancellationToken cancellationToken) =>
        Task.FromResult<PromiseCheck?>(null);

    /// <summary>Repairs what it broke, before the next round.</summary>
    Task MendAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}

/// <param name="Told">The promise and its result, for a person.</param>
/// <param name="IsKept">False makes it a finding.</param>
internal sealed record PromiseCheck(string Told, bool IsKept);
