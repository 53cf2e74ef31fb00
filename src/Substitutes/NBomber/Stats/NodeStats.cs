namespace NBomber.Contracts.Stats;

/// <summary>What became of a session.</summary>
public sealed record NodeStats
{
    public required ScenarioStats[] ScenarioStats { get; init; }

    public int AllRequestCount => ScenarioStats.Sum(scenario => scenario.AllRequestCount);

    public int AllOkCount => ScenarioStats.Sum(scenario => scenario.AllOkCount);

    public int AllFailCount => ScenarioStats.Sum(scenario => scenario.AllFailCount);

    public long AllBytes => ScenarioStats.Sum(scenario => scenario.AllBytes);

    /// <summary>Of the longest scenario.</summary>
    public required TimeSpan Duration { get; init; }
}
