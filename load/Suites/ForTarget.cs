namespace Load.Suites;

/// <summary>What is left of a suite when the service runs elsewhere and cannot be started as its rows would have it.</summary>
internal static class ForTarget
{
    /// <exception cref="LabException">Nothing is left.</exception>
    public static Suite Restrict(Suite suite, Uri target)
    {
        var skipped = suite.Cells.Select(cell => (Cell: cell, Reason: WhyNot(suite, cell))).Where(cell => cell.Reason is not null).Select(cell => (cell.Cell, cell.Reason!)).ToArray();
        return skipped.Length == suite.Cells.Count
            ? throw new LabException($"--target: no row of '{suite.Name}' can be measured at a service that the lab did not start: {skipped[0].Item2}.")
            : suite with
            {
                Cells = [.. suite.Cells.Except(skipped.Select(cell => cell.Cell))],
                Skipped = [.. suite.Skipped, .. skipped],
                Clock = "Times in ms, of successful requests, from sending to the answer having been read. " +
                    $"The service ran elsewhere, at {target}: there are no figures of its process, and the machine named above is the lab's.",
            };
    }

    private static string? WhyNot(Suite suite, Cell cell) =>
        suite.Benchmark is not null ? "it measures no service"
        : cell.Operation.IsCeiling ? "it asks for what a service opens to its own lab only (Analyzer:Ceilings:Enabled)"
        : cell.Settings.Options.Count > 0 ? $"it needs a service started with {string.Join(' ', cell.Settings.Options.Select(option => $"{option.Key}={option.Value}"))}"
        : suite.NewProcessPerSlot ? "it needs a new process for each slot"
        : null;
}
