using Load.Results.Summary;

namespace Load.Answering;

/// <summary>How the values of the compared dimension differ: in CPU, then in rate or tail.</summary>
internal static class VariantSentences
{
    private const string Open = "open";

    /// <summary>Row names in a sentence, beyond which it counts.</summary>
    private const int MaxNames = 2;

    public static IEnumerable<SummarySentence> Of(AnsweredRun run)
    {
        if (run.Variants.Count < 2)
        {
            return [];
        }

        var unit = run.Rows.Select(row => row.Unit).Distinct().ToArray() is [var one] ? one : "unit";
        Claim[][] figures =
        [
            [.. run.ByRow(AnsweredFigure.Cpu(unit), _ => true)],
            [.. run.ByRow(AnsweredFigure.Rate, row => row.LoadModel != Open)],
            [.. run.ByRow(AnsweredFigure.Good, row => row.LoadModel == Open && row.Refusals is not null)],
            [.. run.ByRow(AnsweredFigure.Tail, row => row.LoadModel == Open && row.Refusals is null)],
        ];
        var overall = Claim.Judge([.. figures.SelectMany(AnsweredRun.Overall)]);
        var byRow = Claim.Judge([.. figures.SelectMany(claims => claims)]);
        return overall.GroupBy(claim => claim.Figure).SelectMany(claims =>
            Of(run, [.. claims], [.. byRow.Where(claim => claim.Figure == claims.Key)]));
    }

    /// <summary>One sentence over all rows, and one on how rows differ where there are several.</summary>
    private static IEnumerable<SummarySentence> Of(AnsweredRun run, IReadOnlyList<Claim> overall, IReadOnlyList<Claim> byRow)
    {
        var (figure, of) = (overall[0].Figure, run.Spoken(overall[0].Of));
        var shown = overall.Where(claim => claim.IsShown).ToArray();
        var parts = shown.Select(claim => $"{run.Spoken(claim.Variant)} {figure.Verb} {claim.Times}").ToArray();
        var equal = overall.Where(claim => !claim.IsShown).Select(claim => $"{run.Spoken(claim.Variant)} ({claim.Interval})").ToArray();
        var where = overall.Select(claim => claim.Rows).Distinct().ToArray() is [var rows] ? $", {Over(rows)}" : "";
        var text = parts.Length == 0
            ? $"No difference in {figure.Name} is shown between {of} and {List(equal)}{where}."
            : $"{List(parts)} times {of}'s {figure.Name}{where}" +
              (equal.Length == 0 ? "." : $"; no difference is shown for {List(equal)}.");
        yield return new SummarySentence(text, [.. overall.Select(claim => claim.Summary)]);
        if (byRow.Count > overall.Count && Rows(run, figure, of, byRow) is { } spread)
        {
            yield return spread;
        }
    }

    private static SummarySentence? Rows(AnsweredRun run, AnsweredFigure figure, string of, IReadOnlyList<Claim> byRow)
    {
        var shown = byRow.Where(claim => claim.IsShown).OrderByDescending(claim => Math.Abs(Math.Log(claim.Value))).ToArray();
        if (shown.Length == 0)
        {
            return null; // the sentence before it has said so, with a narrower interval
        }

        Claim[] named = shown.Length == 1 ? shown : [shown[0], shown[^1]];
        var equal = byRow.Where(claim => !claim.IsShown).ToArray();
        var text = $"Row by row the {figure.Name} differs in {shown.Length} of {byRow.Count}: " +
            $"{(shown.Length == 1 ? "" : "most ")}for {Named(named[0])}" + (named.Length > 1 ? $", least for {Named(named[1])}" : "") +
            (equal.Length == 0 ? "." : $"; no difference is shown for {Few(equal)}.");
        return new SummarySentence(text, [.. named.Concat(equal.Take(MaxNames)).Select(claim => claim.Summary)]);

        string Named(Claim claim) => $"{claim.Rows} ({run.Spoken(claim.Variant)}: {claim.Times} times {of}'s)";

        string Few(Claim[] claims) => List([
            .. claims.Take(MaxNames).Select(claim => $"{claim.Rows} ({run.Spoken(claim.Variant)}: {claim.Interval})"),
            .. claims.Length > MaxNames ? [$"{claims.Length - MaxNames} more"] : (string[])[],
        ]);
    }

    private static string Over(string rows) => rows.EndsWith("pairs of rows", StringComparison.Ordinal) ? $"over {rows}" : $"for {rows}";

    private static string List(string[] parts) =>
        parts.Length < 2 ? string.Concat(parts) : $"{string.Join(", ", parts.SkipLast(1))} and {parts[^1]}";
}
