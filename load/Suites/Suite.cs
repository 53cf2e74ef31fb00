namespace Load.Suites;

/// <summary>What is measured in one go.</summary>
internal sealed record Suite
{
    /// <summary>
    /// A runtime compiles anew what was called often, once nothing new has turned up for a moment, and what it then learns it compiles a third time. After a single
    /// round the first repeats of the first rows took 1.2 to 2.7 times the processor time of later ones; after two, each with a rest, as much (0.8 to 1.1).
    /// </summary>
    public const int WarmUpRounds = 2;

    /// <summary>After each round.</summary>
    public static readonly TimeSpan WarmUpRest = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan ProcessStart = TimeSpan.FromSeconds(1);

    /// <summary>On the command line.</summary>
    public required string Name { get; init; }

    /// <summary>One line for <c>list</c>.</summary>
    public required string Description { get; init; }

    /// <summary>In the order of the table; cells to be compared stand next to each other.</summary>
    public required IReadOnlyList<Cell> Cells { get; init; }

    /// <summary>How often each cell is measured; every second time the order is reversed (ABBA), so that a drift of the machine cancels out.</summary>
    public required int Repeats { get; init; }

    /// <summary>How long a cell is measured at a time; NBomber takes no less than a second.</summary>
    public required TimeSpan Slot { get; init; }

    /// <summary>Before a cell's first slot.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(0.3);

    /// <summary>For each request.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Requests at once while a new process is warmed up.</summary>
    public int WarmUpCallers { get; init; } = 4;

    /// <summary>Every slot gets a process of its own: what the last one did to the thread pool must not help the next.</summary>
    public bool NewProcessPerSlot { get; init; }

    /// <summary>
    /// Cells that differ in their rate only form a ladder, which is climbed in the order of the cells until a rung breaks; the rungs above are skipped.
    /// </summary>
    public bool IsLadder { get; init; }

    /// <summary>What its operations use beside the service; disposed at the end of the run.</summary>
    public IReadOnlyList<IAsyncDisposable> Resources { get; init; } = [];

    /// <summary>
    /// How long a service that was warmed up rests before its idle level is read: then it has its code compiled, and the level at the end can be held against
    /// this one. Zero: the level is that of a process that was never asked anything.
    /// </summary>
    public TimeSpan Settling { get; init; } = TimeSpan.Zero;

    /// <summary>How long the service is watched when all is done.</summary>
    public TimeSpan CoolDown { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The dimension whose values are set against each other in charts; rows that differ in it only share a chart.</summary>
    public string Compared { get; init; } = "transport";

    /// <summary>The BenchmarkDotNet filter of the benchmark behind a cell; null for a suite that sends requests to a service.</summary>
    public Func<Cell, string>? Benchmark { get; init; }

    /// <summary>What the times of the table are, for its reader.</summary>
    public string Clock { get; init; } =
        "Times in ms, of successful requests, from sending to the answer having been read. CPU is the service's, kernel included; the lab ran on the same machine.";

    /// <summary>Cells that this machine cannot do, and why.</summary>
    public IReadOnlyList<(Cell Cell, string Reason)> Skipped { get; init; } = [];

    /// <summary>How long a kind of request is done in a new process before anything is measured.</summary>
    public TimeSpan WarmUpSlot => Slot < LongestWarmUp ? Slot : LongestWarmUp;

    /// <summary>Of all of it, as far as it can be foreseen.</summary>
    public TimeSpan PlannedTime => Cells.Aggregate(CoolDown, (sum, cell) => sum + Repeats * Planned(cell)) + WarmUpsOnce;

    /// <summary>Of one slot of a cell: until the requests under way at its end are answered.</summary>
    public TimeSpan Planned(Cell cell) =>
        Slot + MachineFit.Here.Drain(cell) + (WarmUp > TimeSpan.Zero ? (WarmUp + MachineFit.Here.Drain(cell)) / Repeats : TimeSpan.Zero) +
        (NewProcessPerSlot ? ProcessWith(Kinds.Count(kind => kind.Settings == cell.Settings.Name)) : TimeSpan.Zero);

    private TimeSpan WarmUpsOnce => NewProcessPerSlot || Benchmark is not null ? TimeSpan.Zero
        : Kinds.CountBy(kind => kind.Settings).Aggregate(TimeSpan.Zero, (sum, process) => sum + ProcessWith(process.Value));

    /// <summary>Until a new process has done so many kinds of requests and can be measured.</summary>
    private TimeSpan ProcessWith(int kinds) => ProcessStart + WarmUpRounds * (kinds * WarmUpSlot + WarmUpRest) + Settling;

    /// <summary>What a new process is warmed up with.</summary>
    private IEnumerable<(string Settings, string Transport, string Operation)> Kinds =>
        Cells.Select(cell => (cell.Settings.Name, cell.Transport, cell.Operation.Name)).Distinct();
}
