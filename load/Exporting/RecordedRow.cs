using Load.Reports.Csv;
using Load.Reports.Summary;

namespace Load.Exporting;

/// <summary>A row of a recorded run, with every request.</summary>
/// <param name="Name">Of the row.</param>
/// <param name="Transport">It was sent over.</param>
/// <param name="Slots">In the order of time.</param>
internal sealed record RecordedRow(string Name, string Transport, IReadOnlyList<RecordedSlot> Slots)
{
    /// <param name="row">As summary.json has it.</param>
    /// <param name="samples">The lines of its file of samples.</param>
    /// <exception cref="FormatException">They are no samples, or of a repeat that the summary does not know.</exception>
    public static RecordedRow Of(SummaryRow row, IEnumerable<string> samples)
    {
        var byRepeat = SampleCsv.Read(samples).ToLookup(sample => sample.Repeat);
        var slots = from repeat in row.Repeats
                    orderby repeat.StartedAt
                    select Slot(repeat, from sample in byRepeat[repeat.Repeat] select new RecordedSample(repeat.StartedAt + sample.Sent, sample.Latency, sample.Outcome));
        return new RecordedRow(row.Name, row.Dimensions["transport"], [.. slots]);
    }

    private static RecordedSlot Slot(SummaryRepeat repeat, IEnumerable<RecordedSample> samples)
    {
        RecordedSample[] inOrder = [.. samples.OrderBy(sample => sample.Ended)];
        var end = repeat.StartedAt + TimeSpan.FromSeconds(repeat.Seconds);
        return new RecordedSlot(repeat.StartedAt, inOrder is [.., var last] && last.Ended > end ? last.Ended : end, inOrder);
    }
}
