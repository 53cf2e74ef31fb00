using Load.Reports.Summary;

namespace Load.Comparing;

/// <summary>A row that both runs have.</summary>
internal sealed record RowPair(SummaryRow Before, SummaryRow After)
{
    /// <summary>A spread takes two.</summary>
    private const int LeastRepeats = 2;

    public string Name => Before.Name;

    /// <summary>Why its figures cannot be judged; null when they can.</summary>
    public string? Reason =>
        Void(Before, "first") ?? Void(After, "second")
        ?? (Before.Repeats.Count < LeastRepeats || After.Repeats.Count < LeastRepeats ? $"fewer than {LeastRepeats} repeats: nothing says how much it varies" : null)
        ?? (Failed(Before) > 0 && Failed(After) > 0 ? $"{Failed(Before)} and {Failed(After)} requests failed" : null)
        ?? (Unlike is { } unlike ? $"unlike {unlike}" : null);

    /// <summary>When requests failed in one of the runs only: which way that goes, and how many did.</summary>
    public (string Row, Verdict Verdict, string Reason)? Failure => (Failed(Before), Failed(After)) switch
    {
        (0, > 0 and var failed) => (Name, Verdict.Worse, $"{failed} of {After.Requests} requests failed in the second run, none in the first"),
        ( > 0 and var failed, 0) => (Name, Verdict.Better, $"{failed} of {Before.Requests} requests failed in the first run, none in the second"),
        _ => null,
    };

    /// <summary>From microseconds a request to milliseconds a gigabyte; null for requests that carry no file.</summary>
    public double? GigabytesFactor => After.ServiceCpuMillisecondsPerGigabyte?.Mean / After.ServiceCpuMicrosecondsPerRequest?.Mean;

    private Difference? Unlike =>
        Before.Repeats[0].Seconds != After.Repeats[0].Seconds ? new Difference("--seconds", $"{Before.Repeats[0].Seconds}", $"{After.Repeats[0].Seconds}") : null;

    private static int Failed(SummaryRow row) => row.Failed + row.TimedOut;

    private static string? Void(SummaryRow row, string which) => row.VoidReasons is [var reason, ..] ? $"void in the {which} run: {reason}" : null;
}
