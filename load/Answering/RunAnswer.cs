using Load.Results.Summary;
using Load.Statistics;

namespace Load.Answering;

/// <summary>
/// A run in words: what its paired repeats show, and no more. Each sentence rests on intervals that stand in it; a difference is spoken of
/// only where all claims of its kind taken together allow it (<see cref="FalseDiscoveries"/>). Kinds are knees, variants over all rows,
/// variants row by row, and ceilings. Each promise is judged by its own interval.
/// </summary>
internal static class RunAnswer
{
    private const int MaxSentences = 6;

    private const string Repeats = "No answer: no two rows were measured twice side by side, and one repeat has no interval (--repeat 3).";

    private const string Smoke = "No answer: --smoke shows that every row works, and its figures mean nothing.";

    public static IReadOnlyList<SummarySentence> Of(SummaryDocument run)
    {
        if (run.IsSmoke)
        {
            return [new(Smoke, [])];
        }

        var rows = new AnsweredRun(run);
        SummarySentence[] all =
        [
            .. PromiseSentences.Of(rows),
            .. KneeSentences.Of(run, rows),
            .. VariantSentences.Of(rows),
            .. CeilingSentences.Of(rows),
        ];
        var sentences = all.Length > 1 ? all : [.. all, .. AbsoluteSentences.Of(rows)];
        return sentences.Length == 0 ? [new(run.Rows.Count > 0 && rows.Rows.Count == 0 ? NoRow(run, rows) : Repeats, [])]
            : [.. sentences[..Math.Min(MaxSentences, sentences.Length)].Select((one, i) => i > 0 ? one : WithVoid(one, rows))];
    }

    private static string NoRow(SummaryDocument run, AnsweredRun rows) => rows.Void == 0 ? "No answer: requests failed in every row."
        : rows.Void == run.Rows.Count ? "No answer: every row is void."
        : $"No answer: {rows.Void} of {Format.Count(run.Rows.Count, "row")} are void, and requests failed in the others.";

    /// <summary>The first sentence says how much of the table it leaves out.</summary>
    private static SummarySentence WithVoid(SummarySentence first, AnsweredRun rows) => rows.Void == 0 ? first : first with
    {
        Text = $"{first.Text[..^1]} ({(rows.Void == 1 ? "1 void row has" : $"{rows.Void} void rows have")} no part in this).",
    };
}
