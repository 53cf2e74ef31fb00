using Load.Machine;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>The generator's judgement of itself: a row that it has spoilt is void, and says why.</summary>
internal static class Validity
{
    /// <summary>The share of its time that a caller has to spend in requests.</summary>
    public const double MinCallersBusy = 0.8;

    /// <summary>The share of the machine's processors, or of its own, that the lab may keep busy.</summary>
    public const double MaxProcessors = 0.8;

    /// <summary>The share of the time in which the lab's garbage collector may stop it.</summary>
    public const double MaxPaused = 0.05;

    /// <summary>The share of the machine's processors that others may keep busy.</summary>
    public const double MaxForeign = QuietMachine.MaxForeign;

    /// <summary>Pages in a row: a few come back from the disk long after a machine was short of memory.</summary>
    public const long MaxSwapped = 1000;

    /// <summary>The share of the offered requests that has to be sent.</summary>
    public const double MinStarted = 0.99;

    /// <summary>The p99 of the schedule lag may be this share of the median latency, or <see cref="UsualLag"/> when that is more.</summary>
    public const double MaxLag = 0.5;

    /// <summary>
    /// The fault of a request for which the operating system had no port left: connections that were closed keep theirs for a while.
    /// </summary>
    public const string NoFreePort = "the client has no free port left to connect from";

    /// <summary>The delay that a timer on a busy machine has now and then.</summary>
    public static readonly TimeSpan UsualLag = TimeSpan.FromMilliseconds(2);

    /// <returns>Empty when the row is valid.</returns>
    public static IReadOnlyList<string> ReasonsAgainst(CaseResult row) => [.. Reasons(row, MaxLagOf(row))];

    private static TimeSpan MaxLagOf(CaseResult row) =>
        row.Case.MaxLag is { } bound ? bound
        : row.Latencies.At(0.5)?.Value * MaxLag is { } share && share > UsualLag ? share : UsualLag;

    private static IEnumerable<string> Reasons(CaseResult row, TimeSpan maxLag)
    {
        if (row.CallersBusy < MinCallersBusy)
        {
            yield return $"callers spent only {Format.Percent(row.CallersBusy)} of their time in requests, the rest in the lab";
        }

        if (row.LabProcessors > MaxProcessors * row.LabShare)
        {
            yield return $"the lab kept {Format.Digits(row.LabProcessors)} of {row.LabShare} processors busy";
        }

        if (row.OtherProcessors > MaxForeign * Environment.ProcessorCount && !row.Case.Setup.HasUnseenHelpers)
        {
            yield return $"other programs kept {Format.Digits(row.OtherProcessors)} of {Environment.ProcessorCount} processors busy";
        }

        if (row.StolenProcessors > MaxForeign * Environment.ProcessorCount)
        {
            yield return $"the hypervisor gave {Format.Digits(row.StolenProcessors)} of {Environment.ProcessorCount} processors to others";
        }

        if (row.SwappedPages > MaxSwapped)
        {
            yield return $"the machine swapped {Format.Count(row.SwappedPages, "page")}: it has too little memory for this row";
        }

        if (row.LabPaused > MaxPaused)
        {
            yield return $"garbage collection stopped the lab for {Format.Percent(row.LabPaused)} of the time";
        }

        if (row.Faults.FirstOrDefault(fault => fault.Key == NoFreePort) is { Value: > 0 and var times })
        {
            yield return $"its ports ran out: {Format.Count(times)} times {NoFreePort}";
        }

        if (row.ServiceMinThreads is { } minimum && row.Case.AskedMinThreads is { } asked && minimum != asked)
        {
            yield return $"the service's ThreadPool minimum was to be {asked} and is {minimum}";
        }

        if (row.Arrivals is { Offered: > 0 } arrivals)
        {
            if (arrivals.Started < MinStarted * arrivals.Offered)
            {
                yield return $"the lab sent only {Format.Count(arrivals.Started)} of {Format.Count(arrivals.Offered)} requests";
            }

            if (arrivals.Lag.At(0.99)?.Value is { } lag && lag > maxLag)
            {
                yield return $"one request in a hundred was sent {Format.Milliseconds(lag)} ms late or more";
            }
        }
    }
}
