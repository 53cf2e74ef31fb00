using Load.Measuring;
using Load.Systems.Analyzer.Operations;

namespace Load.Systems.Analyzer.Overload;

/// <summary>The results of overload for one way of submitting, compared with the best possible ones.</summary>
/// <param name="Subject">Transport and size.</param>
/// <param name="Rows">Those at multiples of the knee.</param>
internal sealed record OverloadFinding(string Subject, IReadOnlyList<CaseResult> Rows)
{
    /// <summary>Null when none was found.</summary>
    public Knee? Knee { get; private init; }

    /// <summary>The best goodput of any row, rungs included: right answers in time per second.</summary>
    public double Peak { get; private init; }

    /// <summary>CPU seconds for an upload that is accepted, at the knee.</summary>
    public double? Accepted { get; private init; }

    /// <summary>CPU seconds for an upload that is refused.</summary>
    public double? Refused { get; private init; }

    /// <param name="result">The run.</param>
    /// <param name="costOf">CPU seconds for each upload of a row, of all that the uploads pass.</param>
    public static IEnumerable<OverloadFinding> Of(RunResult result, Func<CaseResult, double?> costOf) =>
        from row in result.Rows
        where row.Case[UploadLimit.Dimension] is not null
        group row by $"{row.Case[AnalyzerDimensions.Transport]} {row.Case[AnalyzerDimensions.Size]}" into alike
        select Of(alike.Key, [.. alike], result.Knees, costOf);

    /// <summary>
    /// The share of its peak that a service can keep at so many times its capacity, when refusing costs r and accepting w:
    /// (1 − f·r/w) / (1 − r/w). Null when the costs are not known, or when nothing has to be refused.
    /// </summary>
    public double? Bound(double factor) =>
        factor > 1 && Refused / Accepted is { } share && share < 1 ? Math.Max(0, (1 - factor * share) / (1 - share)) : null;

    /// <returns>Null for a load that is not even.</returns>
    public static double? Factor(CaseResult row) => (row.Case.Load as LoadShape.Open)?.Factor;

    private static OverloadFinding Of(
        string subject, IReadOnlyList<CaseResult> rows, IReadOnlyList<Knee> knees, Func<CaseResult, double?> costOf)
    {
        var rungs = rows.Where(row => row.Case.IsRung).ToArray();
        var knee = rungs.Length == 0 ? null : knees.FirstOrDefault(one => one.Ladder == rungs[0].Case.Ladder && one.PerSecond is not null);
        return new OverloadFinding(subject, [.. rows.Where(row => !row.Case.IsRung && row.Arrivals is not null)])
        {
            Knee = knee,
            Peak = rows.Select(row => row.Arrivals?.Goodput?.Mean ?? 0).Max(),
            Accepted = CostOf(rungs.FirstOrDefault(row => row.Case.Load is LoadShape.Open open && open.PerSecond == knee?.PerSecond)),
            Refused = CostOf(rows.FirstOrDefault(
                row => row.Case[UploadLimit.Dimension] == UploadLimit.Shut.Dimensions[UploadLimit.Dimension])),
        };

        double? CostOf(CaseResult? row) => row is null ? null : costOf(row);
    }
}
