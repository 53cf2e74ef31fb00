using Load.Metrics;
using Load.Recording;
using Load.Reports.Csv;

namespace Load.Exporting;

/// <summary>
/// A recorded run under the names that the lab and the service have while they run, so that dashboards/grafana/dashboards/lab.json shows it. What
/// of the service only its own metrics tell was not recorded.
/// </summary>
internal static class OpenMetricsExport
{
    public static void Write(RecordedRun run, TextWriter output)
    {
        var writer = new OpenMetricsWriter(output);
        (string, string)[] lab = [("job", "load"), ("instance", run.Timeline.Machine), ("run", run.Id)];
        (string, string)[] service = [("job", "analyzer"), ("instance", run.Timeline.Machine), ("run", run.Id)];

        WriteRows(writer, run, lab);
        WriteProcesses(writer, run.Timeline, [(TimelineCsv.Service, service), (TimelineCsv.Lab, lab)]);
        writer.Family("dotnet_threadpool_queue_length", "gauge", "Work items that wait for a thread.");
        WriteGauge(writer, "dotnet_threadpool_queue_length", lab, run.Timeline.Values(TimelineCsv.Lab, TimelineCsv.Queue));
        writer.End();
    }

    private static void WriteRows(OpenMetricsWriter writer, RecordedRun run, (string, string)[] lab)
    {
        writer.Family("load_run_info", "gauge", "1 while the row named by the labels is measured.");
        foreach (var row in run.Rows)
        {
            WriteGauge(writer, "load_run_info", [.. lab, ("variant", row.Name)], row.Slots.SelectMany(slot => slot.Seconds().Select(time => (time, time < slot.EndedAt ? 1.0 : 0))));
        }

        writer.Family("load_requests_in_flight", "gauge", "Requests sent and not answered yet.");
        var slots = run.Rows.SelectMany(row => row.Slots).OrderBy(slot => slot.StartedAt);
        WriteGauge(writer, "load_requests_in_flight", lab, slots.SelectMany(slot => slot.Seconds().Select(time => (time, (double)slot.InFlightAt(time)))));

        writer.Family("load_request_duration_seconds", "histogram", "From sending a request to having read its answer.", "seconds");
        foreach (var row in run.Rows)
        {
            foreach (var outcome in row.Slots.SelectMany(slot => slot.Samples).Select(sample => sample.Outcome).Distinct().Order())
            {
                WriteHistogram(writer, [.. lab, ("outcome", OutcomeName.Of(outcome)), ("transport", row.Transport), ("variant", row.Name)], row, outcome);
            }
        }
    }

    private static void WriteHistogram(OpenMetricsWriter writer, (string, string)[] labels, RecordedRow row, Outcome outcome)
    {
        var counts = new long[LabMetrics.Buckets.Length + 1];
        var sum = 0.0;
        foreach (var slot in row.Slots)
        {
            var next = 0;
            foreach (var time in slot.Seconds())
            {
                for (; next < slot.Samples.Count && slot.Samples[next].Ended <= time; next++)
                {
                    if (slot.Samples[next] is { Latency.TotalSeconds: var seconds, Outcome: var its } && its == outcome)
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

    private static void WriteProcesses(OpenMetricsWriter writer, RecordedTimeline timeline, (string Process, (string, string)[] Labels)[] processes)
    {
        writer.Family("process_cpu_seconds", "counter", "Total user and system CPU time spent in seconds.", "seconds");
        foreach (var (process, labels) in processes)
        {
            WriteGauge(writer, "process_cpu_seconds_total", labels, Accumulated(timeline.Values(process, TimelineCsv.ProcessorTime)));
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

    /// <summary>From per cent of a processor, since the moment before, to seconds.</summary>
    private static IEnumerable<(DateTimeOffset Time, double Value)> Accumulated(IEnumerable<(DateTimeOffset Time, double Value)> percent)
    {
        var total = 0.0;
        DateTimeOffset? before = null;
        foreach (var (time, value) in percent)
        {
            total += (time - (before ?? time)).TotalSeconds * value / 100;
            before = time;
            yield return (time, total);
        }
    }

    private static void WriteGauge(OpenMetricsWriter writer, string name, (string, string)[] labels, IEnumerable<(DateTimeOffset Time, double Value)> points)
    {
        foreach (var (time, value) in points)
        {
            writer.Sample(name, labels, value, time);
        }
    }
}
