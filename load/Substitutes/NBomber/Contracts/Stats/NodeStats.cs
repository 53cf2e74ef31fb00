namespace NBomber.Contracts.Stats;

/// <summary>The counts of a session, of all its scenarios together; warm-ups are not counted.</summary>
public sealed record NodeStats
{
    public required int AllOkCount { get; init; }

    public required int AllFailCount { get; init; }

    /// <summary>The bytes that the scenarios stated.</summary>
    public required long AllBytes { get; init; }

    public int AllRequestCount => AllOkCount + AllFailCount;

    /// <summary>Arrivals that were due and never started: the session was stopped, or the machine could not keep up.</summary>
    internal long NotStarted { get; init; }
}
