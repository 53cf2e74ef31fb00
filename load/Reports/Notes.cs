using Load.Comparing;
using Load.Measured;

namespace Load.Reports;

/// <summary>What has to be said beside the table.</summary>
internal static class Notes
{
    public static IEnumerable<string> Of(RunResult result)
    {
        if (result.Clock.Length > 0)
        {
            yield return result.Clock;
        }

        if (result.Rows.Select(row => row.Slots.Count).DefaultIfEmpty().Max() is > 1 and var repeats)
        {
            yield return $"± is the 95 % interval of the rate over {repeats} repeats.";
        }

        if (result.Rows.Any(row => row.Arrivals is null))
        {
            yield return "Load closed xN: N callers, each sends its next request when its last one was answered. A service that stalls is asked less often, so the tail is understated.";
        }

        if (result.Rows.Any(row => row.Arrivals is not null))
        {
            yield return "Load open N/s: N requests are due each second whatever became of those before. 'p99 due' counts from when a request was due, 'p99' from when it was sent.";
        }

        if (result.Rows.Any(row => row.Ceiling is not null))
        {
            yield return "'of ceiling' is the share of the rate of the row that does one step less, 'CPU ×' how many times its CPU per request, both from paired repeats.";
        }

        if (result.Rows.Any(row => row.Baseline is not null))
        {
            yield return "'p99 ×' is how many times the p99 of its baseline a row has, from paired repeats: the same with the fewest reports, or the ceiling of a store.";
        }

        if (result.Baseline is { } baseline)
        {
            foreach (var note in ComparisonNotes.OfBaseline(baseline))
            {
                yield return note;
            }
        }

        foreach (var knee in result.Knees)
        {
            yield return $"Knee: {knee}";
        }

        foreach (var bar in Bar.Of(result.Rows))
        {
            yield return $"{bar}";
        }

        foreach (var row in result.Rows.Where(row => row.Scrapes is not null))
        {
            yield return $"{row.Cell.Name}: {row.Scrapes}.";
        }

        if (result.Rows.DistinctBy(row => row.Cell.Settings.Name).Count() == 1 && result.Rows[0].Idle?.Over(result.Timeline) is { } idle)
        {
            yield return idle;
        }

        foreach (var reason in result.Skipped.GroupBy(skipped => skipped.Reason, skipped => skipped.Cell.Subject))
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
