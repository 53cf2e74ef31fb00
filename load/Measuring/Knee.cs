using Load.Statistics;

namespace Load.Measuring;

/// <summary>The highest rate that the service answered, and what went wrong at the next that was tried.</summary>
/// <param name="Ladder">The name that the rungs have in common: everything but the rate.</param>
/// <param name="PerSecond">In the worst of the repeats; null when the lowest rung broke already in one.</param>
/// <param name="Repeats">How often the knee was looked for.</param>
/// <param name="BrokeAt">The lowest rate that broke, per second; null when none did.</param>
/// <param name="Why">The first thing that broke there.</param>
internal sealed record Knee(string Ladder, int? PerSecond, int Repeats, int? BrokeAt, string? Why)
{
    /// <summary>The bound of the p99, counted from when a request was due.</summary>
    public static readonly TimeSpan MaxLatency = Arrivals.InTime;

    /// <summary>The share of the offered requests that has to be answered within the iteration.</summary>
    public const double MinAnswered = 0.95;

    /// <summary>
    /// A request that is sent late is answered late, and times count from when a request was due: a rung whose generator used
    /// up more than a tenth of the bound is not the service's.
    /// </summary>
    public static readonly TimeSpan MaxLag = MaxLatency / 10;

    private const string LabsLimit = "the lab's limit, not the service's: ";

    /// <summary>Whether it was the generator that broke: the service's own knee may be higher.</summary>
    public bool IsOfTheLab => Why?.StartsWith(LabsLimit, StringComparison.Ordinal) == true;

    /// <summary>The highest knee of all repeats, in requests per second.</summary>
    public int? Highest { get; init; }

    /// <summary>One of its rungs.</summary>
    public required Case Rung { get; init; }

    /// <summary>The highest rate that held in each search, in their order; null where not even the lowest did.</summary>
    public required IReadOnlyList<int?> Held { get; init; }

    /// <returns>Null when the rung held.</returns>
    public static string? WhyBroken(Case measured, Iteration iteration)
    {
        var row = new CaseResult(measured with { MaxLag = MaxLag }, [iteration]);
        var offered = ((LoadShape.Open)measured.Load!).PerSecond;
        return row.InvalidReasons is [{ } reason, ..] ? $"{LabsLimit}{reason}"
            : row.HasFailures ? $"{Format.Count(row.Failed)} requests failed and {Format.Count(row.TimedOut)} timed out{Such(row)}"
            : row.Refused > 0 ? $"{Format.Count(row.Refused, "request")} refused"
            : row.Rate!.Mean < MinAnswered * offered ? $"only {Format.Digits(row.Rate.Mean)}/s were answered"
            : row.Arrivals!.FromSchedule.At(0.99)?.Value is { } p99 && p99 > MaxLatency ? $"p99 from schedule {Format.Milliseconds(p99)} ms"
            : null;
    }

    private static string Such(CaseResult row) => row.Faults.Select(fault => $", most of them: {fault.Key}").FirstOrDefault("");

    /// <param name="rungs">Those that were tried.</param>
    /// <param name="repeats">How often the knee was looked for.</param>
    public static IEnumerable<Knee> Of(IEnumerable<CaseResult> rungs, int repeats) => rungs
        .Where(row => row.Case.Load is LoadShape.Open)
        .GroupBy(row => row.Case.WithoutLoad, (ladder, tried) => Of(ladder, [.. tried], repeats));

    private static Knee Of(string ladder, IReadOnlyList<CaseResult> rungs, int repeats)
    {
        var tried = rungs
            .SelectMany(row => row.Iterations.Select(iteration => (Rate: Rate(row), iteration.Repeat, Why: WhyBroken(row.Case, iteration))))
            .OrderBy(one => one.Rate).ToArray();
        var held = Enumerable.Range(1, repeats).Select(repeat =>
            tried.Where(one => one.Repeat == repeat && one.Why is null).Select(one => (int?)one.Rate).LastOrDefault()).ToArray();
        var broke = tried.FirstOrDefault(one => one.Why is not null && one.Rate > (held.Min() ?? 0));
        var lowest = held.Any(rate => rate is null) ? null : held.Min();
        return new Knee(ladder, lowest, repeats, broke.Why is null ? null : broke.Rate, broke.Why)
        {
            Highest = held.Max(),
            Rung = rungs[0].Case,
            Held = held,
        };
    }

    private static int Rate(CaseResult row) => ((LoadShape.Open)row.Case.Load!).PerSecond;

    public override string ToString() =>
        $"{Ladder}: {Words} in {Repeats} of {Repeats} repeats (open model, p99 from schedule at most {MaxLatency.TotalMilliseconds} ms, " +
        "nothing refused, nothing failed)" +
        (BrokeAt is { } broke ? $"; at {Format.Count(broke)}/s: {Why}." : "; no rate tried broke it.");

    private string Words => PerSecond is not { } rate ? "not even the lowest rate held"
        : Highest > rate ? $"{Format.Count(rate)}/s held, {Format.Count(Highest.Value)}/s in the best," : $"{Format.Count(rate)}/s held";
}
