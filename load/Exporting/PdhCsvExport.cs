using Load.Recording;
using Load.Reports.Csv;

namespace Load.Exporting;

/// <summary>
/// The timeline with what each row's requests did beside it, in one file for perfmon: at each of the timeline's moments what ended since the one before.
/// A row that is not being measured has blanks.
/// </summary>
internal static class PdhCsvExport
{
    private const string Category = "Analyzer Lab";

    private static readonly (string Counter, Func<IReadOnlyList<RecordedSample>, TimeSpan, double?> Value)[] Counters =
    [
        ("Requests/sec", (ended, span) => ended.Count / span.TotalSeconds),
        ("Requests Not Right/sec", (ended, span) => ended.Count(sample => sample.Outcome != Outcome.Ok) / span.TotalSeconds),
        ("Mean Latency ms", (ended, _) => ended.Count == 0 ? null : ended.Average(sample => sample.Latency.TotalMilliseconds)),
        ("Longest Latency ms", (ended, _) => ended.Count == 0 ? null : ended.Max(sample => sample.Latency.TotalMilliseconds)),
    ];

    public static void Write(RecordedRun run, TextWriter output)
    {
        output.WriteLine(PdhCsv.Line(
        [
            PdhCsv.TimeHeading,
            .. run.Timeline.Paths,
            .. run.Rows.SelectMany(row => Counters.Select(counter => PdhCsv.Path(run.Timeline.Machine, Category, row.Name, counter.Counter))),
        ]));

        var rows = run.Rows.Select(row => new Progress(row)).ToArray();
        var before = run.Timeline.Ticks.Select(tick => tick.Time).FirstOrDefault();
        foreach (var tick in run.Timeline.Ticks)
        {
            output.WriteLine(PdhCsv.Line(
            [
                PdhCsv.Text(tick.Time),
                .. tick.Values.Select(PdhCsv.Text),
                .. rows.SelectMany(row => row.Between(before, tick.Time)).Select(PdhCsv.Text),
            ]));
            before = tick.Time;
        }
    }

    /// <summary>How far a row has been told of.</summary>
    private sealed class Progress(RecordedRow row)
    {
        private int _slot;
        private int _sample;

        /// <param name="before">Excluded; where the last call ended.</param>
        /// <param name="now">Included.</param>
        public IEnumerable<double?> Between(DateTimeOffset before, DateTimeOffset now)
        {
            var measured = false;
            var ended = new List<RecordedSample>();
            while (_slot < row.Slots.Count && row.Slots[_slot].StartedAt < now)
            {
                var slot = row.Slots[_slot];
                measured = true;
                for (; _sample < slot.Samples.Count && slot.Samples[_sample].Ended <= now; _sample++)
                {
                    ended.Add(slot.Samples[_sample]);
                }

                if (slot.EndedAt > now)
                {
                    break;
                }

                (_slot, _sample) = (_slot + 1, 0);
            }

            return Counters.Select(counter => measured && now > before ? counter.Value(ended, now - before) : null);
        }
    }
}
