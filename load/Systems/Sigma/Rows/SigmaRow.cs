using Load.Measuring;
using Load.Statistics;

namespace Load.Systems.Sigma.Rows;

/// <summary>The dimensions of a row of the suite, and how its time is read.</summary>
internal static class SigmaRow
{
    public const string Records = "records";
    public const string Rules = "rules";

    /// <summary>The value of <see cref="Rules"/> where the records are only read.</summary>
    public const string Reader = "reader";

    /// <summary>The value of <see cref="Records"/> for the nine of the published tables, again and again.</summary>
    public const string Published = "published";

    /// <summary>The value of <see cref="Records"/> for correlations.</summary>
    public const string Matches = "matches";

    /// <summary>The number of records, or matches, in a unit of work: a single one takes less than the lab's clock can tell.</summary>
    public const int RecordsOfAPass = 4_500;

    private const int MatchesOfAPass = 100_000;

    /// <summary>Whether it was measured, by BenchmarkDotNet.</summary>
    public static bool IsInMemory(CaseResult row) => row is { Case.Source: CountSource.Benchmark, MeanLatency: not null };

    /// <returns>Seconds of processor time for a record, or a match; null where nothing was measured.</returns>
    public static Estimate? TimeOfOne(CaseResult row) =>
        row.MeanLatency?.Times(1e-3 / (row.Case[Records] == Matches ? MatchesOfAPass : RecordsOfAPass));
}
