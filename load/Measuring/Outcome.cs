using System.Diagnostics;

namespace Load.Measuring;

/// <summary>The outcome of a request.</summary>
internal enum Outcome
{
    Ok,

    /// <summary>The request failed: it was broken off, or answered with something else.</summary>
    Failed,

    TimedOut,

    /// <summary>
    /// The request was answered, and wrongly: with another file's report, or "new" for "known". That is as bad as a failure.
    /// </summary>
    Wrong,

    /// <summary>
    /// The service said that it has too much to do, and when to come back: neither a success nor a failure. A row that is driven beyond
    /// what the service can do is judged by what became of the others.
    /// </summary>
    Refused,
}

/// <summary>The label <c>outcome</c> of a metric.</summary>
internal static class OutcomeName
{
    public static string Of(Outcome outcome) => outcome switch
    {
        Outcome.Ok => "ok",
        Outcome.Failed => "failed",
        Outcome.TimedOut => "timed-out",
        Outcome.Refused => "refused",
        _ => "wrong",
    };
}

/// <summary>One request.</summary>
/// <param name="Start">When it was sent: Stopwatch ticks.</param>
/// <param name="Latency">Until its answer was read: Stopwatch ticks.</param>
/// <param name="Outcome">Its outcome.</param>
internal readonly record struct Sample(long Start, long Latency, Outcome Outcome)
{
    /// <summary>The step of a mix that it was, from 1; 0 where there are none.</summary>
    public short Step { get; init; }

    /// <summary>Whether it followed another step of a mix at once: nobody had planned when.</summary>
    public bool IsFollowing { get; init; }

    public long End => Start + Latency;
}

/// <summary>A step of a mix that was sent.</summary>
/// <param name="Sample">Its times.</param>
/// <param name="Fault">The failure, with the step's name before it; null when there was none.</param>
internal readonly record struct StepTaken(Sample Sample, string? Fault)
{
    public Outcome Outcome => Sample.Outcome;
}

/// <summary>A stretch of time.</summary>
/// <param name="Start">Stopwatch ticks.</param>
/// <param name="Length">Stopwatch ticks.</param>
internal readonly record struct TimedSpan(long Start, long Length)
{
    /// <summary>One that has lasted since a moment.</summary>
    public static TimedSpan Since(long start) => new(start, Stopwatch.GetTimestamp() - start);
}
