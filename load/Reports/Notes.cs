using Load.Results;

namespace Load.Reports;

/// <summary>What has to be said beside the table.</summary>
internal static class Notes
{
    public static IEnumerable<string> Of(RunResult result)
    {
        yield return "Times in ms, of successful requests, from sending to the answer having been read. Closed model: a caller sends its next request when " +
            "its last one was answered, so a slow service is asked less often and the tail is understated.";
        yield return $"± is the 95 % interval of the rate over {result.Rows.Select(row => row.Slots.Count).DefaultIfEmpty().Max()} repeats. " +
            "CPU is the service's, kernel included. The lab ran on the same machine.";
        foreach (var fault in result.Rows.SelectMany(row => row.Faults.Select(fault => $"{row.Cell.Name}: {fault.Value} × {fault.Key}")))
        {
            yield return fault;
        }

        if (result.Interrupted is { } reason)
        {
            yield return $"PARTIAL: {reason}. The table holds what had been measured by then.";
        }
    }
}
