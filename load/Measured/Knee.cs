using Load.Suites;

namespace Load.Measured;

/// <summary>The highest rate that the service answered in every repeat, and what went wrong at the next.</summary>
/// <param name="Ladder">Transport, operation and size.</param>
/// <param name="PerSecond">Null when already the lowest rung broke.</param>
/// <param name="Repeats">In how many repeats it held.</param>
/// <param name="BrokeAt">Per second; null when no rung broke.</param>
/// <param name="Why">What broke there first.</param>
internal sealed record Knee(string Ladder, int? PerSecond, int Repeats, int? BrokeAt, string? Why)
{
    /// <summary>Of the p99 counted from when a request was due.</summary>
    public static readonly TimeSpan MostLatency = TimeSpan.FromMilliseconds(250);

    /// <summary>Of the offered requests has to be answered within the slot.</summary>
    public const double LeastAnswered = 0.95;

    public static string LadderOf(Cell cell) => $"{cell.Transport} {cell.Operation.Name} {cell.Dimensions["size"]}";

    /// <returns>Null when the rung held.</returns>
    public static string? WhyBroken(Cell cell, Slot slot)
    {
        var row = new Row(cell, 0, [slot]);
        var offered = ((LoadShape.Open)cell.Load).PerSecond;
        return row.VoidReasons is [{ } reason, ..] ? $"the lab's limit, not the service's: {reason}"
            : row.Failed + row.TimedOut > 0 ? $"{Units.Count(row.Failed)} requests failed and {Units.Count(row.TimedOut)} timed out"
            : row.Rate!.Mean < LeastAnswered * offered ? $"only {Units.Digits(row.Rate.Mean)}/s were answered"
            : row.Arrivals!.FromSchedule.At(0.99)?.Value is { } p99 && p99 > MostLatency ? $"p99 from schedule {Units.Milliseconds(p99)} ms"
            : null;
    }

    /// <param name="rows">Of ladders, the rungs of each in ascending order.</param>
    /// <param name="repeats">That a rung has to hold in.</param>
    public static IEnumerable<Knee> Of(IEnumerable<Row> rows, int repeats) => rows
        .Where(row => row.Cell.Load is LoadShape.Open)
        .GroupBy(row => LadderOf(row.Cell), (ladder, rungs) => Of(ladder, [.. rungs], repeats));

    private static Knee Of(string ladder, IReadOnlyList<Row> rungs, int repeats)
    {
        var verdicts = rungs.Select(row => (Row: row, Reasons: row.Slots.Select(slot => WhyBroken(row.Cell, slot)).ToArray())).ToArray();
        var held = verdicts.TakeWhile(rung => rung.Reasons.Length == repeats && rung.Reasons.All(reason => reason is null)).LastOrDefault();
        var broke = verdicts.FirstOrDefault(rung => rung.Reasons.Any(reason => reason is not null));
        return new Knee(ladder, Rate(held.Row), repeats, Rate(broke.Row), broke.Reasons?.First(reason => reason is not null));
    }

    private static int? Rate(Row? row) => (row?.Cell.Load as LoadShape.Open)?.PerSecond;

    public override string ToString() =>
        $"{Ladder}: {(PerSecond is { } rate ? $"{Units.Count(rate)}/s held" : "not even the lowest rate held")} in {Repeats} of {Repeats} repeats " +
        $"(open model, p99 from schedule at most {MostLatency.TotalMilliseconds} ms, nothing failed)" +
        (BrokeAt is { } broke ? $"; at {Units.Count(broke)}/s: {Why}." : "; no rate tried broke it.");
}
