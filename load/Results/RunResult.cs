namespace Load.Results;

/// <summary>Everything that was measured in a run.</summary>
/// <param name="Id">Also the name of its folder.</param>
/// <param name="Suite">Name.</param>
/// <param name="StartedAt">UTC.</param>
/// <param name="Elapsed">From start to the last slot.</param>
/// <param name="Interrupted">Why it was cut short; null when it was not.</param>
/// <param name="Environment">What it ran on and with.</param>
/// <param name="Rows">In the suite's order; rows that were never measured are not among them.</param>
internal sealed record RunResult(
    string Id, string Suite, DateTimeOffset StartedAt, TimeSpan Elapsed, string? Interrupted, RunEnvironment Environment, IReadOnlyList<Row> Rows)
{
    /// <summary>True when every row was measured and every request was answered rightly.</summary>
    public bool Succeeded => Interrupted is null && Rows.Count > 0 && Rows.All(row => row is { Failed: 0, TimedOut: 0, Requests: > 0 });
}
