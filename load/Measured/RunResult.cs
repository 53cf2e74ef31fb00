using Load.Comparing;
using Load.Monitoring;
using Load.Suites;

namespace Load.Measured;

/// <summary>Everything that was measured in a run.</summary>
internal sealed record RunResult
{
    /// <summary>Also the name of its folder.</summary>
    public required string Id { get; init; }

    public required string Suite { get; init; }

    /// <summary>The dimension whose values are set against each other.</summary>
    public string Compared { get; init; } = "transport";

    /// <summary>What the times of the table are.</summary>
    public string Clock { get; init; } = "";

    /// <summary>UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>From start to the last slot.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Why it was cut short; null when it was not.</summary>
    public required string? Interrupted { get; init; }

    /// <summary>What it ran on and with.</summary>
    public required RunEnvironment Environment { get; init; }

    /// <summary>In the suite's order; rows that were never measured are not among them.</summary>
    public required IReadOnlyList<Row> Rows { get; init; }

    /// <summary>Both processes over time, from the start of the service to the end.</summary>
    public required IReadOnlyList<MonitorSample> Timeline { get; init; }

    /// <summary>What was left out, and why.</summary>
    public IReadOnlyList<(Cell Cell, string Reason)> Skipped { get; init; } = [];

    /// <summary>Of a suite that looks for the limits of the service; empty otherwise.</summary>
    public IReadOnlyList<Knee> Knees { get; init; } = [];

    /// <summary>Against an earlier run; null when none was named.</summary>
    public Comparison? Baseline { get; init; }

    /// <summary>
    /// True when every row was measured and every request was answered rightly. Where the service was to be driven until it breaks, it may refuse, but not
    /// answer wrongly.
    /// </summary>
    public bool Succeeded => Interrupted is null && Rows.Count > 0 &&
        Rows.All(row => row is { Wrong: 0, Requests: > 0 } && (Knees.Count > 0 || row is { Failed: 0, TimedOut: 0 }));
}
