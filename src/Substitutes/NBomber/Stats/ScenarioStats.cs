namespace NBomber.Contracts.Stats;

/// <summary>What became of one scenario; warm-up is not in it.</summary>
public sealed record ScenarioStats
{
    public required string ScenarioName { get; init; }

    public required MeasurementStats Ok { get; init; }

    public required MeasurementStats Fail { get; init; }

    public int AllRequestCount => AllOkCount + AllFailCount;

    public int AllOkCount => Ok.Request.Count;

    public int AllFailCount => Fail.Request.Count;

    public required long AllBytes { get; init; }

    /// <summary>Of the load simulations, or until the session was stopped.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Arrivals of the open model that were due and never started, because the session was stopped or the machine could not keep up.</summary>
    internal long NotStarted { get; init; }
}
