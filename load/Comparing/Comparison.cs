using Load.Machine;

namespace Load.Comparing;

/// <summary>Two runs, side by side.</summary>
internal sealed record Comparison
{
    /// <summary>Id of the first run.</summary>
    public required string Before { get; init; }

    /// <summary>Id of the second run.</summary>
    public required string After { get; init; }

    /// <summary>The fields in which the environments differ.</summary>
    public required IReadOnlyList<Difference> Unlike { get; init; }

    /// <summary>Whether nothing was compared, because the environments are unlike and <c>--force</c> was not given.</summary>
    public required bool IsRefused { get; init; }

    /// <summary>Further reasons why the runs do not compare.</summary>
    public IReadOnlyList<string> Refusals { get; init; } = [];

    /// <summary>The differences that were compared: builds and settings.</summary>
    public required IReadOnlyList<Difference> Subject { get; init; }

    /// <summary>All rows together, for each figure that they have.</summary>
    public required IReadOnlyList<Change> Overall { get; init; }

    /// <summary>The change of each figure of each row.</summary>
    public required IReadOnlyList<Change> Rows { get; init; }

    /// <summary>Rows that were not judged, and why.</summary>
    public required IReadOnlyList<(string Row, string Reason)> NotJudged { get; init; }

    /// <summary>Rows that failed in one of the two runs only.</summary>
    public required IReadOnlyList<(string Row, ChangeVerdict Verdict, string Reason)> Failures { get; init; }

    /// <summary>The generator's CPU time per request in the second run over that in the first.</summary>
    public required double? Generator { get; init; }

    /// <summary>Whether the generator was the same, so that its CPU time indicates the machine's speed.</summary>
    public required bool SameGenerator { get; init; }

    public IEnumerable<Change> Changes => Overall.Concat(Rows);

    public bool HasJudged => Rows.Count + Failures.Count > 0;

    public int Count(ChangeVerdict verdict) =>
        Changes.Count(change => change.Verdict == verdict) + Failures.Count(failure => failure.Verdict == verdict);

    public int ExitCode => IsRefused || !HasJudged ? LabExitCode.NotComparable
        : Count(ChangeVerdict.Worse) > 0 ? LabExitCode.GateMissed
        : LabExitCode.Success;
}

/// <param name="Field">The name of a field of <c>summary.json</c>.</param>
/// <param name="Before">Its value in the first run.</param>
/// <param name="After">In the second.</param>
internal sealed record Difference(string Field, string Before, string After)
{
    public override string ToString() => $"{Field}: {Before} against {After}";
}
