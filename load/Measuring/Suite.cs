using Load.Machine;
using Load.Measuring.Findings;

namespace Load.Measuring;

/// <summary>Cases that are measured in one go.</summary>
internal sealed record Suite
{
    private static readonly TimeSpan MaxWarmUp = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan ProcessStart = TimeSpan.FromSeconds(1);

    /// <summary>Requests a second, at most, when only tests look on.</summary>
    private const int SmokeRate = 50;

    /// <summary>On the command line.</summary>
    public required string Name { get; init; }

    /// <summary>What it is to find out, in a line.</summary>
    public string Question { get; init; } = "";

    /// <summary>The cases in the order of the table; cases to be compared stand next to each other.</summary>
    public required IReadOnlyList<Case> Cases { get; init; }

    /// <summary>Cases that cannot be measured here; each says why.</summary>
    public IReadOnlyList<Case> Skipped { get; init; } = [];

    /// <summary>
    /// How often each case is measured; every second time the order is reversed (ABBA), so that a drift of the machine cancels out.
    /// </summary>
    public required int Repeats { get; init; }

    /// <summary>How long a case is measured at a time; NBomber takes no less than a second.</summary>
    public required TimeSpan IterationLength { get; init; }

    /// <summary>How long a case runs before its first iteration.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(0.3);

    /// <summary>
    /// A runtime compiles anew what was called often, once nothing new has turned up for a moment, and what it then learns it compiles a
    /// third time. After a single round the first repeats of the first rows took 1.2 to 2.7 times the processor time of later ones; after
    /// two, each with a rest, as much (0.8 to 1.1).
    /// </summary>
    public int WarmUpRounds { get; init; } = 2;

    /// <summary>The rest after each round.</summary>
    public TimeSpan WarmUpRest { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long a kind of work is done in a new process before anything is measured.</summary>
    public TimeSpan? WarmUpRound { get; init; }

    /// <summary>Requests at once while a new process is warmed up.</summary>
    public int WarmUpCallers { get; init; } = 4;

    /// <summary>The time-out of a request.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Every iteration gets a process of its own: what the last one did to the thread pool must not help the next.</summary>
    public bool NewProcessPerIteration { get; init; }

    /// <summary>
    /// No other setup's system runs beside the one that is measured: one that works even when nobody asks it would take processor time.
    /// </summary>
    public bool OneSystemAtATime { get; init; }

    /// <summary>How often the knee of each ladder is looked for; as often as a case is measured, unless said otherwise.</summary>
    public int? Searches { get; init; }

    /// <summary>If no rung holds, the lowest counts as the knee: this shows that every row works, and no figure means anything.</summary>
    public bool AssumesKnee { get; init; }

    /// <summary>
    /// The service is driven beyond what it can do: that it refuses, or fails, is what the suite shows, and no failure of the run.
    /// </summary>
    public bool IsBeyondLimits { get; init; }

    /// <summary>
    /// Requests of the open model under way, beyond which one fails unsent. Each may have a connection, and so a handle in every process
    /// on its way; a system may give a process no more than 20,000.
    /// </summary>
    public int MaxAtOnce { get; init; } = 8_000;

    /// <summary>Whether lab and system get processors of their own, where there are two or more.</summary>
    public bool HasOwnProcessors { get; init; }

    /// <summary>Resources that its cases use beside the system under test; disposed at the end of the run.</summary>
    public IReadOnlyList<IAsyncDisposable> Resources { get; init; } = [];

    /// <summary>
    /// How long a process that was warmed up rests before its idle level is read: then its code is compiled, and the level at the end can
    /// be held against this one. Zero: the level is that of a process that was never asked anything.
    /// </summary>
    public TimeSpan Settling { get; init; } = TimeSpan.Zero;

    /// <summary>How long the system is watched when all is done.</summary>
    public TimeSpan CoolDown { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The dimension whose values are set against each other; rows that differ in it only share a chart.</summary>
    public required ComparedDimension Compared { get; init; }

    /// <summary>Further dimensions to compare in charts, where they vary.</summary>
    public IReadOnlyList<ComparedDimension> AlsoCompared { get; init; } = [];

    /// <summary>Tells the reader of the table what its times are.</summary>
    public string Clock { get; init; } =
        "Times in ms, of successful requests, from sending to the answer having been read. CPU is the service's, kernel included; " +
        "the lab ran on the same machine.";

    /// <summary>The suite that takes any value of these dimensions as options; null when there is none.</summary>
    public (string Suite, IReadOnlyList<string> Options)? AdHoc { get; init; }

    /// <summary>Where a person finds a row that this suite does not have; empty when nowhere.</summary>
    public string AdHocHint(string dimension, string value) =>
        AdHoc is { } other && other.Options.Contains(dimension)
            ? $" More values: run {other.Suite} --{dimension} {value}; its --help names them."
            : "";

    /// <summary>Asks the system, before anything is started, for its facts about the run.</summary>
    public Func<CancellationToken, Task<SystemFacts>> DescribeAsync { get; init; } = _ => Task.FromResult(new SystemFacts());

    /// <summary>The sections that a person wants to read first, beyond the table.</summary>
    public Func<RunResult, IEnumerable<ReportSection>> Findings { get; init; } = _ => [];

    /// <summary>Further tables, for the written reports.</summary>
    public Func<RunResult, IEnumerable<ReportSection>> Details { get; init; } = _ => [];

    /// <summary>All of it, as far as it can be foreseen.</summary>
    public TimeSpan PlannedTime => CoolDown + WarmUpsOnce +
        Ladders.Aggregate(TimeSpan.Zero, (sum, ladder) => sum + TriesOf(ladder) * Planned(ladder.First())) +
        NotRungs.Aggregate(TimeSpan.Zero, (sum, one) => sum + Repeats * Planned(one));

    /// <summary>Iterations, as far as they can be foreseen.</summary>
    public int PlannedIterations =>
        Ladders.Sum(TriesOf) + Repeats * NotRungs.Count();

    /// <summary>The lines of its table, as far as they can be foreseen: of each ladder the one that matters.</summary>
    public int PlannedRows => Ladders.Count() + NotRungs.Count();

    /// <inheritdoc cref="Searches"/>
    public int SearchCount => Searches is { } searches ? Math.Min(searches, Repeats) : Repeats;

    /// <summary>The projects whose programs its cases start.</summary>
    public IReadOnlyList<string> Programs =>
    [
        .. Cases.SelectMany(one => one.Source is CountSource.Benchmark ? [BuiltAssembly.Microbenchmarks] : one.Setup.Programs).Distinct(),
    ];

    /// <summary>The rungs of each ladder, in ascending order.</summary>
    public IEnumerable<IGrouping<string, Case>> Ladders => Cases.Where(one => one.IsRung).GroupBy(one => one.Ladder!);

    private int TriesOf(IEnumerable<Case> ladder) => SearchCount * KneeSearch.ExpectedTries(ladder.Count());

    private IEnumerable<Case> NotRungs => Cases.Where(one => !one.IsRung);

    /// <summary>How long each kind of work is done in a round.</summary>
    public TimeSpan WarmUpLength => WarmUpRound ?? (IterationLength < MaxWarmUp ? IterationLength : MaxWarmUp);

    /// <summary>
    /// The suite as tests want it: it shows that every row works, and its figures mean nothing. One short warm-up, iterations as short as
    /// they can be, and no more requests than a machine that is busy with other work can answer.
    /// </summary>
    public Suite Smoke() => this with
    {
        Cases =
        [
            .. Cases.Where(one => !one.IsRung || Ladders.Any(ladder => ReferenceEquals(ladder.First(), one)))
                .Select(one => one.Offering(SmokeRate).Briefly()),
        ],
        Timeout = TimeSpan.FromMinutes(2),
        WarmUpRounds = Math.Min(1, WarmUpRounds),
        WarmUpRest = TimeSpan.Zero,
        WarmUpRound = TimeSpan.FromSeconds(0.2),
        WarmUp = TimeSpan.Zero,
        Searches = 1,
        AssumesKnee = true,
        IterationLength = TimeSpan.FromSeconds(1),
        Settling = TimeSpan.Zero,
        CoolDown = TimeSpan.Zero,
    };

    /// <summary>The part of it that is possible on this machine, with this system.</summary>
    /// <exception cref="LabException">Nothing is.</exception>
    public Suite Feasible() => Feasible(MachineLimits.Here);

    /// <inheritdoc cref="Feasible()"/>
    internal Suite Feasible(MachineLimits limits)
    {
        var all = Cases.Select(one => one with { Obstacle = one.Obstacle ?? limits.ObstacleTo(one.Needs) })
            .ToLookup(one => one.Obstacle is null);
        return all[true].Any()
            ? this with { Cases = [.. all[true]], Skipped = [.. Skipped, .. all[false]] }
            : throw new LabException($"No row of '{Name}' can be measured here: {all[false].First().Obstacle}.");
    }

    /// <summary>One iteration of a case, until the requests under way at its end are answered.</summary>
    public TimeSpan Planned(Case measured) =>
        IterationLength + measured.Drain + (WarmUp > TimeSpan.Zero ? (WarmUp + measured.Drain) / Repeats : TimeSpan.Zero) +
        (NewProcessPerIteration ? ProcessWith(Kinds.Count(kind => kind.Setup == measured.Setup.Name)) : TimeSpan.Zero);

    private TimeSpan WarmUpsOnce => NewProcessPerIteration ? TimeSpan.Zero
        : Kinds.CountBy(kind => kind.Setup).Aggregate(
            TimeSpan.Zero, (sum, process) => sum + StartsOf(process.Key) * ProcessWith(process.Value));

    /// <summary>How often a setup's system is started.</summary>
    private int StartsOf(string setup)
    {
        if (!OneSystemAtATime)
        {
            return 1;
        }

        var setups = Measurement.Order(Cases, Repeats).Select(next => next.Case.Setup.Name).ToList();
        return setups.Where((name, i) => name == setup && (i == 0 || setups[i - 1] != setup)).Count();
    }

    /// <summary>The time until a new process has done these kinds of work and can be measured.</summary>
    private TimeSpan ProcessWith(int kinds) => ProcessStart + WarmUpRounds * (kinds * WarmUpLength + WarmUpRest) + Settling;

    /// <summary>The kinds of work that a new process is warmed up with.</summary>
    private IEnumerable<(string Setup, string Kind)> Kinds =>
        Cases.Where(one => one.Source is not CountSource.Benchmark).Select(one => (one.Setup.Name, one.Kind)).Distinct();
}
