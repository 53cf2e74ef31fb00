namespace Load.Measured;

/// <summary>The generator's judgement of itself: a row that it spoilt is void, and says why.</summary>
internal static class Judgement
{
    /// <summary>Of a caller's time has to be spent in requests.</summary>
    public const double LeastCallersBusy = 0.8;

    /// <summary>Of the machine's processors the lab may keep busy.</summary>
    public const double MostProcessors = 0.8;

    /// <summary>Of the time the lab's garbage collector may stop it.</summary>
    public const double MostPaused = 0.05;

    /// <summary>Of the offered requests has to be sent.</summary>
    public const double LeastStarted = 0.99;

    /// <summary>The p99 of the schedule lag may be this share of the median latency, or <see cref="UsualLag"/> when that is more.</summary>
    public const double MostLag = 0.5;

    /// <summary>What a timer on a busy machine is late by now and then.</summary>
    public static readonly TimeSpan UsualLag = TimeSpan.FromMilliseconds(2);

    public static IReadOnlyList<string> Of(Row row) => [.. Reasons(row)];

    private static IEnumerable<string> Reasons(Row row)
    {
        if (row.CallersBusy < LeastCallersBusy)
        {
            yield return $"callers spent only {Units.Percent(row.CallersBusy)} of their time in requests, the rest in the lab";
        }

        if (row.LabProcessors > MostProcessors * Environment.ProcessorCount)
        {
            yield return $"the lab kept {Units.Digits(row.LabProcessors)} of {Environment.ProcessorCount} processors busy";
        }

        if (row.LabPaused > MostPaused)
        {
            yield return $"garbage collection stopped the lab for {Units.Percent(row.LabPaused)} of the time";
        }

        if (row.ServiceMinThreads is { } minimum && row.Cell.AskedMinThreads is { } asked && minimum != asked)
        {
            yield return $"the service's ThreadPool minimum was to be {asked} and is {minimum}";
        }

        if (row.Arrivals is { Offered: > 0 } arrivals)
        {
            if (arrivals.Started < LeastStarted * arrivals.Offered)
            {
                yield return $"the lab sent only {Units.Count(arrivals.Started)} of {Units.Count(arrivals.Offered)} requests";
            }

            var bound = row.Latencies.At(0.5)?.Value * MostLag is { } share && share > UsualLag ? share : UsualLag;
            if (arrivals.Lag.At(0.99)?.Value is { } lag && lag > bound)
            {
                yield return $"one request in a hundred was sent {Units.Milliseconds(lag)} ms late or more";
            }
        }
    }
}
