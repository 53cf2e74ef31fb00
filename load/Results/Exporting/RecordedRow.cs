using Load.Live;
using Load.Results.Csv;
using Load.Results.Summary;

namespace Load.Results.Exporting;

/// <summary>A row of a recorded run, with every request.</summary>
/// <param name="Name">The row's name.</param>
/// <param name="Transport">The transport of its requests; empty where there is no such thing.</param>
/// <param name="Iterations">In the order of time.</param>
internal sealed record RecordedRow(string Name, string Transport, IReadOnlyList<RecordedIteration> Iterations)
{
    /// <param name="row">The row of summary.json.</param>
    /// <param name="samples">The lines of its file of samples.</param>
    /// <exception cref="FormatException">They are no samples, or of a repeat that the summary does not know.</exception>
    public static RecordedRow Of(SummaryRow row, IEnumerable<string> samples)
    {
        var byRepeat = SampleCsv.Read(samples).ToLookup(sample => sample.Repeat);
        var iterations = row.Repeats.OrderBy(repeat => repeat.StartedAt).Select(repeat => IterationOf(repeat, byRepeat[repeat.Repeat]
            .Select(sample => new RecordedSample(repeat.StartedAt + sample.Sent, sample.Latency, sample.Outcome))));
        return new RecordedRow(row.Name, row.Dimensions.GetValueOrDefault(LabMetrics.LabelledDimension, ""), [.. iterations]);
    }

    private static RecordedIteration IterationOf(SummaryRepeat repeat, IEnumerable<RecordedSample> samples)
    {
        RecordedSample[] inOrder = [.. samples.OrderBy(sample => sample.Ended)];
        var end = repeat.StartedAt + TimeSpan.FromSeconds(repeat.Seconds);
        return new RecordedIteration(repeat.StartedAt, inOrder is [.., var last] && last.Ended > end ? last.Ended : end, inOrder);
    }
}
