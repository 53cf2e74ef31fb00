using Load.Machine;
using Load.Measuring.Findings;

namespace Load.Measuring;

/// <summary>Everything that was measured in a run.</summary>
internal sealed record RunResult
{
    /// <summary>Also the name of its folder.</summary>
    public required string Id { get; init; }

    public required string Suite { get; init; }

    /// <summary>The dimension whose values are set against each other.</summary>
    public required ComparedDimension Compared { get; init; }

    /// <summary>Further ones.</summary>
    public IReadOnlyList<ComparedDimension> AlsoCompared { get; init; } = [];

    /// <summary>Says what the times of the table are.</summary>
    public string Clock { get; init; } = "";

    /// <summary>UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The time from the start to the last iteration.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Why it was cut short; null when it was not.</summary>
    public required string? Interrupted { get; init; }

    /// <summary>Its environment.</summary>
    public required RunEnvironment Environment { get; init; }

    /// <summary>The rows in the suite's order, without those that were never measured.</summary>
    public required IReadOnlyList<CaseResult> Rows { get; init; }

    /// <summary>All processes over time, from the start of the system to the end.</summary>
    public required IReadOnlyList<MonitorSample> Timeline { get; init; }

    /// <summary>The cases that were left out; each says why.</summary>
    public IReadOnlyList<Case> Skipped { get; init; } = [];

    /// <summary>The limits found by a suite that looks for them; empty otherwise.</summary>
    public IReadOnlyList<Knee> Knees { get; init; } = [];

    /// <summary>The suite's own findings about its rows, first things first.</summary>
    public IReadOnlyList<ReportSection> Findings { get; init; } = [];

    /// <summary>Further tables of the suite, for the written reports.</summary>
    public IReadOnlyList<ReportSection> Details { get; init; } = [];

    /// <summary>What it was to find out, in a line.</summary>
    public string Question { get; init; } = "";

    /// <summary>The command line that repeats it.</summary>
    public string CommandLine { get; init; } = "";

    /// <summary>Whether every row was only shown to work (<c>--smoke</c>).</summary>
    public bool IsSmoke { get; init; }

    /// <inheritdoc cref="Suite.IsBeyondLimits"/>
    public bool IsBeyondLimits { get; init; }

    /// <summary>
    /// True when every row was measured and every request was answered rightly. Where the service was to be driven until it breaks, as on
    /// the rungs of a ladder, it may refuse, but not answer wrongly.
    /// </summary>
    public bool Succeeded => Interrupted is null && Rows.Count > 0 &&
        Rows.All(row => row is { Wrong: 0, Broken: null } && (row.Units > 0 || row.Case.IsAtRest)
            && (IsBeyondLimits || row.Case.IsRung || row is { HasFailures: false, Refused: 0 }));
}

/// <summary>A dimension whose values are set against each other in tables and charts.</summary>
/// <param name="Name">The dimension's name.</param>
/// <param name="Words">The dimension's name in a sentence.</param>
internal sealed record ComparedDimension(string Name, string Words)
{
    public ComparedDimension(string name)
        : this(name, name)
    {
    }

    /// <summary>What a sentence calls its values, where that is not the value itself.</summary>
    public IReadOnlyDictionary<string, string> Spoken { get; init; } = new Dictionary<string, string>();
}
