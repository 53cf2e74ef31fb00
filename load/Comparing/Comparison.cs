namespace Load.Comparing;

/// <summary>Two runs, side by side.</summary>
internal sealed record Comparison
{
    public const int NothingWorse = 0;
    public const int SomethingWorse = 2;
    public const int NotComparable = 3;

    /// <summary>Id of the first run.</summary>
    public required string Before { get; init; }

    /// <summary>Id of the second run.</summary>
    public required string After { get; init; }

    /// <summary>In what the environments are unlike.</summary>
    public required IReadOnlyList<Difference> Unlike { get; init; }

    /// <summary>Nothing was compared, because the environments are unlike and nobody asked to do it all the same.</summary>
    public required bool IsRefused { get; init; }

    /// <summary>What was compared: the builds, and what was set.</summary>
    public required IReadOnlyList<Difference> Subject { get; init; }

    /// <summary>All rows together, for each figure that they have.</summary>
    public required IReadOnlyList<Change> Overall { get; init; }

    /// <summary>Each row, each figure.</summary>
    public required IReadOnlyList<Change> Rows { get; init; }

    /// <summary>Rows that were not judged, and why.</summary>
    public required IReadOnlyList<(string Row, string Reason)> NotJudged { get; init; }

    /// <summary>Rows that failed in one of the two runs only.</summary>
    public required IReadOnlyList<(string Row, Verdict Verdict, string Reason)> Failures { get; init; }

    /// <summary>How much more processor time the generator itself took for a request in the second run; 1 is as much.</summary>
    public required double? Generator { get; init; }

    /// <summary>Whether the generator was the same, so that what it took tells of the machine.</summary>
    public required bool SameGenerator { get; init; }

    public IEnumerable<Change> Changes => Overall.Concat(Rows);

    public bool HasJudged => Rows.Count + Failures.Count > 0;

    public int Count(Verdict verdict) => Changes.Count(change => change.Verdict == verdict) + Failures.Count(failure => failure.Verdict == verdict);

    public int ExitCode => !HasJudged ? NotComparable : Count(Verdict.Worse) > 0 ? SomethingWorse : NothingWorse;
}
