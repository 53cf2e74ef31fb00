namespace NBomber.Contracts.Stats;

/// <summary>The counts of a session.</summary>
public sealed record NodeStats
{
    public required int AllOkCount { get; init; }

    public required int AllFailCount { get; init; }

    public int AllRequestCount => AllOkCount + AllFailCount;

    /// <summary>Arrivals that were due and never started: the session was stopped, or the machine could not keep up.</summary>
    internal long NotStarted { get; init; }
}
