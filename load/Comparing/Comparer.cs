using Load.Results.Summary;
using Load.Statistics;

namespace Load.Comparing;

/// <summary>
/// Compares two runs, row by row and figure by figure.
/// <para>
/// When one build is compared with itself, nothing may be found in nineteen of twenty cases, however many rows there are. So the one figure
/// that counts most, CPU per request over all rows, is tested first and by itself; all others share one level
/// (<see cref="FalseDiscoveries"/>). An interval that leaves out "no change" is therefore not yet a verdict: of a hundred such intervals
/// five do that by chance.
/// </para>
/// </summary>
internal static class Comparer
{
    private const double Level = 0.05;

    /// <param name="before">The first run.</param>
    /// <param name="after">The second, which is better or worse than the first.</param>
    /// <param name="force">Also when their environments are unlike.</param>
    public static Comparison Compare(SummaryDocument before, SummaryDocument after, bool force)
    {
        var unlike = Environments.Unlike(before, after);
        if (unlike.Count > 0 && !force)
        {
            return Compare(before with { Rows = [] }, after with { Rows = [] }, unlike, isRefused: true);
        }

        var comparison = Compare(before, after, unlike, isRefused: false);
        var refusals = ComparisonRefusals.Of(before, after, comparison.Generator);
        return comparison with { Refusals = refusals, IsRefused = refusals.Count > 0 && !force };
    }

    private static Comparison Compare(
        SummaryDocument before, SummaryDocument after, IReadOnlyList<Difference> unlike, bool isRefused)
    {
        var pairs = before.Rows.Join(after.Rows, row => row.Name, row => row.Name, (b, a) => new RowPair(b, a)).ToArray();
        var judged = pairs.Where(pair => pair.Failure is null && pair.Reason is null).ToArray();
        var sameGenerator = before.Environment.Build == after.Environment.Build;
        var machine = new MachineChange(judged);
        var figures = Figure.All.Select(figure => new FigureChanges(figure, judged, machine, sameGenerator)).ToArray();
        var (overall, rows) = Judged(
            [.. figures.Select(figure => figure.Overall()).OfType<Change>()], [.. figures.SelectMany(figure => figure.ByRow())]);
        var gigabytes = judged.ToDictionary(pair => pair.Name, pair => pair.GigabytesFactor);
        return new Comparison
        {
            Before = before.Id,
            After = after.Id,
            Unlike = unlike,
            IsRefused = isRefused,
            Subject = Environments.Subject(before, after),
            Overall = overall,
            Rows = [.. rows.Select(change =>
                change.Figure == Figure.Cpu && gigabytes[change.Row!] is { } factor ? change.In(Figure.CpuPerGigabyte, factor) : change)],
            Failures = [.. pairs.Select(pair => pair.Failure).OfType<(string, ChangeVerdict, string)>()],
            NotJudged =
            [
                .. pairs.Where(pair => pair.Failure is null && pair.Reason is not null).Select(pair => (pair.Name, pair.Reason!)),
                .. Missing(before, after, "only in the first run"),
                .. Missing(after, before, "only in the second run"),
            ],
            Generator = machine.Ratio,
            SameGenerator = sameGenerator,
        };
    }

    private static (Change[] Overall, Change[] Rows) Judged(Change[] overall, Change[] rows)
    {
        var others = FalseDiscoveries.Threshold(overall.Skip(1).Concat(rows).Select(change => change.Probability), Level);
        return (
            [.. overall.Select((change, i) => Judge(change, i == 0 ? Level : others))],
            [.. rows.Select(change => Judge(change, others))]);
    }

    private static Change Judge(Change change, double threshold) =>
        change.Probability <= threshold ? change with { Verdict = change.Direction } : change;

    private static IEnumerable<(string, string)> Missing(SummaryDocument here, SummaryDocument there, string where) =>
        here.Rows.Select(row => row.Name).Except(there.Rows.Select(row => row.Name)).Select(name => (name, where));
}
