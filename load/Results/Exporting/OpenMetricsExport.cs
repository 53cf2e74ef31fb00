using Load.Live;
using Load.Measuring;
using Load.Results.Csv;

namespace Load.Results.Exporting;

/// <summary>
/// A recorded run under the names that the lab and the processes have while they run, so that dashboards/grafana/dashboards/lab.json shows
/// it. Figures that only the metrics of a process tell were not recorded, and are missing.
/// </summary>
internal static class OpenMetricsExport
{
    public static void Write(RecordedRun run, TextWriter output)
    {
        var writer = new OpenMetricsWriter(output);
        var lab = LabelsOf(run, TimelineCsv.Lab);
        WriteRows(writer, run, lab);
        WriteProcesses(writer, run.Timeline, [.. run.Timeline.Processes.Select(process => (process, LabelsOf(run, process)))]);
        writer.Family("dotnet_threadpool_queue_length", "gauge", "Work items that wait for a thread.");
        WriteGauge(writer, "dotnet_threadpool_queue_length", lab, run.Timeline.Values(TimelineCsv.Lab, TimelineCsv.Queue));
        writer.End();
    }

    private static (string, string)[] LabelsOf(RecordedRun run, string process) =>
        [("job", JobName.Of(process)), ("instance", run.Timeline.Machine), ("run", run.Id)];

    private static void WriteRows(OpenMetricsWriter writer, RecordedRun run, (string, string)[] lab)
    {
        writer.Family("load_run_info", "gauge", "1 while the row named by the labels is measured.");
        foreach (var row in run.Rows)
        {
            WriteGauge(writer, "load_run_info", [.. lab, ("variant", row.Name)], row.Iterations.SelectMany(iteration =>
                iteration.Seconds().Select(time => (time, time < iteration.EndedAt ? 1.0 : 0))));
        }

        writer.Family("load_requests_in_flight", "gauge", "Requests sent and not answered yet.");
        var iterations = run.Rows.SelectMany(row => row.Iterations).OrderBy(iteration => iteration.StartedAt);
        WriteGauge(writer, "load_requests_in_flight", lab, iterations.SelectMany(iteration =>
            iteration.Seconds().Select(time => (time, (double)iteration.InFlightAt(time)))));

        writer.Family("load_request_duration_seconds", "histogram", "From sending a request to having read its answer.", "seconds");
        foreach (var row in run.Rows)
        {
            var outcomes = row.Iterations.SelectMany(iteration => iteration.Samples).Select(sample => sample.Outcome).Distinct().Order();
            foreach (var outcome in outcomes)
            {
                (string, string)[] labels =
                    [.. lab, ("outcome", OutcomeName.Of(outcome)), (LabMetrics.LabelledDimension, row.Transport), ("variant", row.Name)];
                WriteHistogram(writer, labels, row, outcome);
            }
        }
    }

    private static void WriteHistogram(OpenMetricsWriter writer, (string, string)[] labels, RecordedRow row, Outcome outcome)
    {
        var counts = new long[LabMetrics.Buckets.Length + 1];
        var sum = 0.0;
        foreach (var iteration in row.Iterations)
        {
            var next = 0;
            foreach (var time in iteration.Seconds())
            {
                for (; next < iteration.Samples.Count && iteration.Samples[next].Ended <= time; next++)
                {
                    if (iteration.Samples[next] is { Latency.TotalSeconds: var seconds, Outcome: var its } && its == outcome)
                    {
                        var bucket = Array.BinarySearch(LabMetrics.Buckets, seconds);
                        counts[bucket < 0 ? ~bucket : bucket]++;
                        sum += seconds;
                    }
                }

                writer.Histogram("load_request_duration_seconds", labels, LabMetrics.Buckets, counts, sum, time);
            }
        }
    }

    private static void WriteProcesses(
        OpenMetricsWriter writer, RecordedTimeline timeline, (string Process, (string, string)[] Labels)[] processes)
    {
        writer.Family("process_cpu_seconds", "counter", "Total user and system CPU time spent in seconds.", "seconds");
        foreach (var (process, labels) in processes)
        {
            WriteGauge(writer, "process_cpu_seconds_total", labels, CpuSeconds(timeline, process));
        }

        (string Metric, string Help, string? Unit, string Counter)[] gauges =
        [
            ("process_working_set_bytes", "Process working set", "bytes", TimelineCsv.WorkingSet),
            ("process_num_threads", "Total number of threads", null, TimelineCsv.Threads),
            ("process_open_handles", "Number of open handles", null, TimelineCsv.Handles),
        ];
        foreach (var (metric, help, unit, counter) in gauges)
        {
            writer.Family(metric, "gauge", help, unit);
            foreach (var (process, labels) in processes)
            {
                WriteGauge(writer, metric, labels, timeline.Values(process, counter));
            }
        }
    }

    /// <summary>Converts percentages of a processor, each since the tick before, to accumulated seconds.</summary>
    private static IEnumerable<(DateTimeOffset Time, double Value)> CpuSeconds(RecordedTimeline timeline, string process)
    {
        var percent = timeline.Values(process, TimelineCsv.ProcessorTime).GroupBy(point => point.Time)
            .ToDictionary(alike => alike.Key, alike => alike.Last().Value);
        var alive = timeline.Values(process, TimelineCsv.Threads).Select(point => point.Time).ToHashSet();
        var total = 0.0;
        DateTimeOffset? before = null;
        foreach (var time in timeline.Ticks.Select(tick => tick.Time).Distinct())
        {
            if (alive.Contains(time))
            {
                total += (time - (before ?? time)).TotalSeconds * percent.GetValueOrDefault(time) / 100;
                yield return (time, total);
            }

            before = time;
        }
    }

    private static void WriteGauge(
        OpenMetricsWriter writer, string name, (string, string)[] labels, IEnumerable<(DateTimeOffset Time, double Value)> points)
    {
        foreach (var (time, value) in points)
        {
            writer.Sample(name, labels, value, time);
        }
    }
}
