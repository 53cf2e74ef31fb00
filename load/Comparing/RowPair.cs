using Load.Results.Summary;

namespace Load.Comparing;

/// <summary>A row that both runs have.</summary>
internal sealed record RowPair(SummaryRow Before, SummaryRow After)
{
    /// <summary>A spread takes two.</summary>
    private const int MinRepeats = 2;

    public string Name => Before.Name;

    /// <summary>The unit that it counts.</summary>
    public string Unit => After.UnitSymbol;

    /// <summary>Why its figures cannot be judged; null when they can.</summary>
    public string? Reason =>
        Void(Before, "first") ?? Void(After, "second")
        ?? (Before.Repeats.Count < MinRepeats || After.Repeats.Count < MinRepeats
            ? $"fewer than {MinRepeats} repeats: nothing says how much it varies" : null)
        ?? (Before.Unit != After.Unit ? $"{Before.Unit}s against {After.Unit}s" : null)
        ?? (Failed(Before) > 0 && Failed(After) > 0 ? $"{Failed(Before)} and {Failed(After)} {After.Unit}s failed" : null)
        ?? (Before.Refusals is not null || After.Refusals is not null
            ? "the service refused requests: refusals cost less than what they are counted among" : null)
        ?? (Unlike is { } unlike ? $"unlike {unlike}" : null);

    /// <summary>The verdict and the number of failures if requests failed in one of the runs only.</summary>
    public (string Row, ChangeVerdict Verdict, string Reason)? Failure => (Failed(Before), Failed(After)) switch
    {
        (0, > 0 and var failed) =>
            (Name, ChangeVerdict.Worse, $"{failed} of {After.Units} {After.Unit}s failed in the second run, none in the first"),
        ( > 0 and var failed, 0) =>
            (Name, ChangeVerdict.Better, $"{failed} of {Before.Units} {Before.Unit}s failed in the first run, none in the second"),
        _ => null,
    };

    /// <summary>The factor from microseconds a request to milliseconds a gigabyte; null for requests that carry no file.</summary>
    public double? GigabytesFactor => After.ServiceCpuMillisecondsPerGigabyte?.Mean / After.ServiceCpuMicrosecondsPerUnit?.Mean;

    private Difference? Unlike =>
        Math.Round(Before.Repeats[0].Seconds) != Math.Round(After.Repeats[0].Seconds)
            ? new Difference("--seconds", $"{Before.Repeats[0].Seconds}", $"{After.Repeats[0].Seconds}") : null;

    private static long Failed(SummaryRow row) => row.Failed + row.TimedOut;

    private static string? Void(SummaryRow row, string which) =>
        row.InvalidReasons is [var reason, ..] ? $"void in the {which} run: {reason}" : null;
}
