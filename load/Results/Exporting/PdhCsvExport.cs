using Load.Measuring;
using Load.Results.Csv;

namespace Load.Results.Exporting;

/// <summary>
/// The timeline with what each row's requests did beside it, in one file for perfmon: at each of the timeline's moments what ended since
/// the one before. A row that is not being measured has blanks.
/// </summary>
internal static class PdhCsvExport
{
    private static readonly (string Counter, Func<IReadOnlyList<RecordedSample>, TimeSpan, double?> Value)[] Counters =
    [
        ("Requests/sec", (ended, span) => ended.Count / span.TotalSeconds),
        ("Requests Not Right/sec", (ended, span) => ended.Count(sample => sample.Outcome != Outcome.Ok) / span.TotalSeconds),
        ("Mean Latency ms", (ended, _) => ended.Count == 0 ? null : ended.Average(sample => sample.Latency.TotalMilliseconds)),
        ("Longest Latency ms", (ended, _) => ended.Count == 0 ? null : ended.Max(sample => sample.Latency.TotalMilliseconds)),
    ];

    public static void Write(RecordedRun run, TextWriter output)
    {
        PdhCsv.WriteLine(output,
        [
            PdhCsv.TimeHeading,
            .. run.Timeline.Paths,
            .. run.Rows.SelectMany(
                row => Counters.Select(counter => PdhCsv.Path(run.Timeline.Machine, TimelineCsv.OwnCategory, row.Name, counter.Counter))),
        ]);

        var rows = run.Rows.Select(row => new Progress(row)).ToArray();
        var before = run.Timeline.Ticks.Select(tick => tick.Time).FirstOrDefault();
        foreach (var tick in run.Timeline.Ticks)
        {
            PdhCsv.WriteLine(output,
            [
                PdhCsv.Text(tick.Time),
                .. tick.Values.Select(PdhCsv.Text),
                .. rows.SelectMany(row => row.Between(before, tick.Time)).Select(PdhCsv.Text),
            ]);
            before = tick.Time;
        }
    }

    /// <summary>How far a row has been told of.</summary>
    private sealed class Progress(RecordedRow row)
    {
        private int _iteration;
        private int _sample;

        /// <param name="before">Excluded; where the last call ended.</param>
        /// <param name="now">Included.</param>
        public IEnumerable<double?> Between(DateTimeOffset before, DateTimeOffset now)
        {
            var measured = false;
            var ended = new List<RecordedSample>();
            while (_iteration < row.Iterations.Count && row.Iterations[_iteration].StartedAt < now)
            {
                var iteration = row.Iterations[_iteration];
                measured = true;
                for (; _sample < iteration.Samples.Count && iteration.Samples[_sample].Ended <= now; _sample++)
                {
                    ended.Add(iteration.Samples[_sample]);
                }

                if (iteration.EndedAt > now)
                {
                    break;
                }

                (_iteration, _sample) = (_iteration + 1, 0);
            }

            return Counters.Select(counter => measured && now > before ? counter.Value(ended, now - before) : null);
        }
    }
}
