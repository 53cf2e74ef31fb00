using Load.Machine;

namespace Load.Measuring;

/// <summary>The source of a case's counts.</summary>
internal abstract record CountSource
{
    private CountSource()
    {
    }

    /// <summary>Requests that the lab's own virtual users send, each timed by itself.</summary>
    /// <param name="Load">How they come.</param>
    /// <param name="OpenAsync">Makes the system ready for them.</param>
    internal sealed record Requests(LoadShape Load, Func<ISystemUnderTest, CancellationToken, Task<IClientSource>> OpenAsync) : CountSource
    {
        /// <summary>
        /// Goes on beside the requests of an iteration, but not of a warm-up, until its token fires; null for nothing.
        /// </summary>
        public Func<ISystemUnderTest, CancellationToken, Task>? BesideAsync { get; init; }
    }

    /// <summary>Work that goes on without the lab's requests, or in one piece, and is counted over a span of time.</summary>
    /// <param name="BeginAsync">Sets it going; the counting begins when it returns.</param>
    internal sealed record Counter(Func<ISystemUnderTest, CancellationToken, Task<IWorkCounter>> BeginAsync) : CountSource
    {
        /// <summary>The same with as little work as shows that it is done; null where the span decides how much it is.</summary>
        public Counter? Brief { get; init; }
    }

    /// <summary>A microbenchmark, which runs in a process of its own and needs no system.</summary>
    /// <param name="Filter">Matches one benchmark, as BenchmarkDotNet reads it.</param>
    internal sealed record Benchmark(string Filter) : CountSource;
}

/// <summary>Makes the clients that the virtual users of an iteration have.</summary>
internal interface IClientSource
{
    /// <summary>All bytes of their connections; null when they are not counted.</summary>
    WireCounter? Wire { get; }

    /// <param name="number">From 0.</param>
    IClient NewClient(int number);
}

/// <summary>
/// One user's way into a system, with one request at a time. A failure on the wire is told by <see cref="Check"/>, never thrown.
/// </summary>
internal interface IClient : IDisposable
{
    /// <summary>Makes the next request ready, before its clock starts.</summary>
    /// <param name="ordinal">Numbers the requests of all clients of an iteration, from 0.</param>
    void Prepare(long ordinal);

    /// <summary>Sends the request and reads the whole answer: this is what is timed.</summary>
    Task SendAsync(CancellationToken deadline);

    /// <summary>Looks at the answer, when the clock has stopped.</summary>
    RequestAssessment Check();
}

/// <summary>The outcome of a request.</summary>
/// <param name="Outcome">The outcome of the whole.</param>
/// <param name="Fault">The failure, without anything that differs from request to request; null when there was none.</param>
/// <param name="Parts">The parts of a successful request, when the parts are what is timed; null otherwise.</param>
internal readonly record struct RequestAssessment(Outcome Outcome, string? Fault = null, IReadOnlyList<TimedSpan>? Parts = null)
{
    public static RequestAssessment Ok { get; } = new(Outcome.Ok);

    /// <summary>The steps of a mix that were sent, each of which counts by itself; null where there are none.</summary>
    public IReadOnlyList<StepTaken>? Steps { get; init; }
}

/// <summary>Counts work that is going on, until it is disposed.</summary>
internal interface IWorkCounter : IAsyncDisposable
{
    /// <summary>Counts the work up to now.</summary>
    Task<WorkCount> ReadAsync(CancellationToken cancellationToken);

    /// <summary>Ends when the span that is counted is over: after an iteration's length, unless the work has an end of its own.</summary>
    Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken) => Task.Delay(length, time, cancellationToken);
}

/// <summary>Units of work, by what became of them.</summary>
/// <param name="Done">Rightly.</param>
/// <param name="Failed">Not done.</param>
/// <param name="TimedOut">Not done in time.</param>
/// <param name="Wrong">Done, and wrongly.</param>
internal sealed record WorkCount(long Done, long Failed = 0, long TimedOut = 0, long Wrong = 0)
{
    /// <summary>The faults, and how often each occurred.</summary>
    public IReadOnlyDictionary<string, int> Faults { get; init; } = new Dictionary<string, int>();

    /// <summary>Further figures of the span that ends with this count, such as a lateness, by the heads of their columns.</summary>
    public IReadOnlyDictionary<string, double> Figures { get; init; } = new Dictionary<string, double>();

    /// <returns>Null when it has none of that name.</returns>
    public double? Figure(string name) => Figures.TryGetValue(name, out var value) ? value : null;

    /// <summary>
    /// How long pieces of the work took, in Stopwatch ticks: percentiles of all repeats have the interval that these give them, which few
    /// percentiles of single repeats do not. Empty where nobody timed them.
    /// </summary>
    public IReadOnlyList<long> Times { get; init; } = [];

    /// <summary>Turned away by a service that had too much to do.</summary>
    public long Refused { get; init; }

    public long Total => Done + Failed + TimedOut + Wrong + Refused;

    /// <summary>The work that was added since an earlier count.</summary>
    public WorkCount Since(WorkCount before) => this with
    {
        Done = Done - before.Done,
        Failed = Failed - before.Failed,
        TimedOut = TimedOut - before.TimedOut,
        Wrong = Wrong - before.Wrong,
        Refused = Refused - before.Refused,
        Faults = Faults.Select(fault => KeyValuePair.Create(fault.Key, fault.Value - before.Faults.GetValueOrDefault(fault.Key)))
            .Where(fault => fault.Value > 0).ToDictionary(),
    };
}
