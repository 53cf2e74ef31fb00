using Load.Results.Summary;
using Load.Statistics;

namespace Load.Answering;

/// <summary>What rows cost and reach by themselves, where there is nothing to set them against.</summary>
internal static class AbsoluteSentences
{
    private const int MaxRows = 3;

    public static IEnumerable<SummarySentence> Of(AnsweredRun run) =>
        run.Rows.Where(row => !row.IsRung).Select(Of).OfType<SummarySentence>().Take(MaxRows);

    private static SummarySentence? Of(SummaryRow row)
    {
        var parts = new List<string>();
        var claims = new List<SummaryClaim>();
        Add("rate", row.Rate, interval => $"does {interval} {row.UnitSymbol}/s");
        Add($"CPU µs per {row.Unit}", row.ServiceCpuMicrosecondsPerUnit, interval => $"takes {interval} µs of CPU per {row.Unit}");
        return parts.Count == 0 ? null : new SummarySentence($"{row.Name} {string.Join(" and ", parts)}.", claims);

        void Add(string figure, SummaryEstimate? estimate, Func<string, string> words)
        {
            // Half-widths beyond the mean say nothing but that it is above 0.
            if (estimate is { HalfWidth: { } half } && half < estimate.Mean)
            {
                var (low, high) = (estimate.Mean - half, estimate.Mean + half);
                parts.Add(words(Format.Interval(estimate.Mean, low, high)));
                claims.Add(new(figure, row.Name, row.Name, null, estimate.Mean, low, high, IsShown: true));
            }
        }
    }
}
