using System.CommandLine;
using System.Diagnostics;
using Load.Machine;
using Load.Measuring;
using Load.Measuring.Findings;

namespace Load.Tests.Systems.ThrowAway;

/// <summary>
/// A system of two processes with one suite: it watches targets that a farm beside it plays. It has no files and no verdicts, and counts
/// probes that nobody of the lab sends. Nothing in the lab's core knows it.
/// </summary>
internal sealed class ThrowAwaySystem : ILabSystem
{
    public const string Watcher = "Watcher.Host";
    public const string Farm = "Farm";

    private static readonly Unit Probe = new("probe", "probe");

    private readonly Option<int> _targets = new("--targets") { Description = "How many are watched", DefaultValueFactory = _ => 100 };

    public string Name => "watcher";

    public IReadOnlyList<SuiteCommand> Suites =>
    [
        new("watch", "probes a second by kind of target", (parsed, _) => Create(parsed.GetValue(_targets))) { Options = [_targets] },
    ];

    public List<string> Started { get; } = [];

    public Suite Create(int targets) => new()
    {
        Name = "watch",
        Cases = [.. ((string[])["tcp", "https"]).Select(kind => CaseOf(kind, targets))],
        Repeats = 2,
        IterationLength = TimeSpan.FromSeconds(1),
        Compared = new ComparedDimension("kind"),
        DescribeAsync = _ => Task.FromResult(new SystemFacts { Others = new Dictionary<string, string> { ["farm"] = "loopback" } }),
        Findings = result => [Published(result)],
    };

    private Case CaseOf(string kind, int targets) => new()
    {
        Dimensions =
        [
            new("kind", kind),
            new("targets", $"{targets}") { Label = $"{targets} targets", IsNumber = true, Role = DimensionRole.Load },
        ],
        Unit = Probe,
        Source = new CountSource.Counter(
            (system, _) => Task.FromResult<IWorkCounter>(new Probes(((Watching)system).Processes.Count > 0 ? targets : 0))),
        Setup = new Setup("default", (_, _) =>
        {
            Started.Add(kind);
            return Task.FromResult<ISystemUnderTest>(new Watching());
        }),
        Ceiling = kind == "https" ? $"tcp {targets} targets" : null,
        MinOfCeiling = kind == "https" ? 0.1 : null,
        Kind = kind,
    };

    private static ReportSection Published(RunResult result) => new(
        "Against the published table", "Probes a second.",
        new TextTable(
            [new("kind", IsText: true), new("published"), new("here")],
            [.. result.Rows.Select(row => new TextTable.Line([row.Case["kind"]!, "200", $"{row.Rate!.Mean:0}"]))]))
    {
        Sentences = ["It is enough."],
    };

    /// <summary>Two processes; for the test both are this one.</summary>
    private sealed class Watching : ISystemUnderTest
    {
        public IReadOnlyList<IObservedProcess> Processes { get; } = [new ThisProcess(Watcher), new ThisProcess(Farm)];

        public HostControl? Control => null;

        public bool IsOurs => true;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private sealed class ThisProcess(string name) : IObservedProcess
    {
        private readonly Process _process = Process.GetCurrentProcess();

        public string Name => name;

        public ProcessUsage? Usage => ProcessUsage.Of(_process);

        public bool HasExited => false;

        public Uri? Metrics => null;
    }

    /// <summary>Between two looks each target was probed ten times, however long that took.</summary>
    private sealed class Probes(int targets) : IWorkCounter
    {
        private long _looks;

        public Task<WorkCount> ReadAsync(CancellationToken cancellationToken) =>
            Task.FromResult(new WorkCount(Done: 10 * targets * Interlocked.Increment(ref _looks))
            {
                Figures = new Dictionary<string, double> { ["lateness ms"] = 4 },
            });

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
