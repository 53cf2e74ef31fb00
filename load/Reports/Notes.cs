using Load.Measured;

namespace Load.Reports;

/// <summary>What has to be said beside the table.</summary>
internal static class Notes
{
    public static IEnumerable<string> Of(RunResult result)
    {
        yield return "Times in ms, of successful requests, from sending to the answer having been read. CPU is the service's, kernel included; the lab ran on the same machine.";
        if (result.Rows.Select(row => row.Slots.Count).DefaultIfEmpty().Max() is > 1 and var repeats)
        {
            yield return $"± is the 95 % interval of the rate over {repeats} repeats.";
        }

        if (result.Rows.Any(row => row.Arrivals is null))
        {
            yield return "Load xN is closed: N callers, each sends its next request when its last one was answered. A service that stalls is asked less often, so the tail is understated.";
        }

        if (result.Rows.Any(row => row.Arrivals is not null))
        {
            yield return "Load N/s is open: N requests are due each second whatever became of those before. 'p99 due' counts from when a request was due, 'p99' from when it was sent.";
        }

        if (result.Rows.Any(row => row.Ceiling is not null))
        {
            yield return "'of ceiling' is the share of the rate of the row that does one step less, 'CPU ×' how many times its CPU per request, both from paired repeats.";
        }

        foreach (var knee in result.Knees)
        {
            yield return $"Knee: {knee}";
        }

        if (Idle.Of(result.Timeline) is { } idle && result.Rows.Select(row => row.Cell.Settings.Name).Distinct().Count() == 1)
        {
            yield return idle;
        }

        foreach (var reason in result.Skipped.GroupBy(skipped => skipped.Reason, skipped => $"{skipped.Cell.Dimensions["size"]} x{skipped.Cell.Dimensions["instances"]}"))
        {
            yield return $"Skipped {reason.Count()} rows ({string.Join(", ", reason.Distinct())}): {reason.Key}.";
        }

        foreach (var row in result.Rows)
        {
            foreach (var fault in row.Faults)
            {
                yield return $"{row.Cell.Name}: {Units.Count(fault.Value)} × {fault.Key}";
            }

            foreach (var reason in row.VoidReasons)
            {
                yield return $"{row.Cell.Name} is void: {reason}.";
            }
        }

        if (result.Interrupted is { } interrupted)
        {
            yield return $"PARTIAL: {interrupted}. The table holds what had been measured by then.";
        }
    }
}
