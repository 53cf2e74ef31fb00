using Load.Measuring;
using Load.Systems.Prober.Findings;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>
/// Measures how many targets one process watches, how late, how correctly, and at what cost, compared with a bare loop and a peer.
/// </summary>
internal static class ProbeSuite
{
    private static readonly int[] Counts = [100, 1000, 2000, 5000, 10_000, 20_000];

    /// <summary>The intervals of the published tables, and the one that they left out.</summary>
    private static readonly int[] Intervals = [5, 10, 20, 30, 60];

    private static readonly Unit Probe = new("probe", "probe");

    public static SuiteCommand Command(ProbeOptions options) => options.Command(
        "probe", "thousands of targets: cost, lateness, missed and false verdicts, beside a bare loop and blackbox_exporter",
        (request, _) => Create(request));

    public static Suite Create(ProbeRequest request) => Of("probe", Rows(request.WithNginx), request);

    /// <summary>Rows of targets, measured and judged as such.</summary>
    public static Suite Of(string name, IEnumerable<ProbeRow> rows, ProbeRequest request) => new()
    {
        Name = name,
        AdHoc = (CustomProbeSuite.Name, CustomProbeSuite.Dimensions),
        Cases = [.. rows.Select(row => CaseOf(row, request))],
        Repeats = 1,
        IterationLength = TimeSpan.FromSeconds(20),
        WarmUp = TimeSpan.Zero, // Each row starts its own process, and waits until it has settled.
        WarmUpRounds = 0,
        CoolDown = TimeSpan.Zero,
        Compared = new(ProbeRow.WayDimension, "ways to probe"),
        Clock = "CPU is that of the process that probes, kernel included, over the probes that the farm counted; the farm ran on the same "
            + "machine. Lateness is in ms, from when a probe was due until it started.",
        DescribeAsync = _ => Task.FromResult(request.Facts),
        Findings = result =>
        [
            .. CostSection.Of(result), .. ScheduleSection.Of(result, request.WithNginx), .. IdleSection.Of(result),
            .. ChangeSection.Of(result), .. HangSection.Of(result), .. PublishedTables.Of(result),
        ],
    };

    private static IEnumerable<ProbeRow> Rows(bool withNginx)
    {
        string[] kinds = withNginx ? ["https", "http"] : ["https", "tcp"];
        foreach (var kind in kinds)
        {
            // At one rate that none of them saturates; neighbours in the table are neighbours in time.
            var shared = kind == "https" ? 2000 : 5000;
            foreach (var way in new[] { ProbeWay.Loop, ProbeWay.Schedule, ProbeWay.Asked, ProbeWay.Blackbox })
            {
                yield return new(kind, shared, 5, TargetMix.Ok, way);
            }

            foreach (var (targets, seconds) in Counts.SelectMany(targets => Intervals.Select(seconds => (targets, seconds))))
            {
                if ((targets, seconds) != (shared, 5))
                {
                    yield return new(kind, targets, seconds, TargetMix.Ok, ProbeWay.Schedule);
                }
            }

            // Probes as often as the bare loop can.
            yield return new(kind, 20_000, 10, TargetMix.Ok, ProbeWay.Loop);
            yield return new(kind, 20_000, 20, TargetMix.Ok, ProbeWay.Loop);
        }

        if (!withNginx)
        {
            yield return new("https", 2000, 10, TargetMix.SomeHang, ProbeWay.Schedule);
            yield return new("https", 100 * TargetMix.Kinds.Count, 10, TargetMix.All, ProbeWay.Schedule);
            yield return new("https", 20_000, 10, TargetMix.AllHang, ProbeWay.Schedule);
            foreach (var kind in kinds)
            {
                yield return new(kind, 100, 3600, TargetMix.Ok, ProbeWay.Idle);
                yield return new(kind, 20_000, 3600, TargetMix.Ok, ProbeWay.Idle);
            }

            yield return new("https", 20_000, 60, TargetMix.Ok, ProbeWay.Reloaded);
            yield return new("https", 20_000, 60, TargetMix.Ok, ProbeWay.Scraped);
        }
    }

    private static Task<IWorkCounter> BeginAsync(
        RunningFarm system, ProbeRow row, IReadOnlyDictionary<string, string> settings, CancellationToken cancellationToken) =>
        row.Way == ProbeWay.Idle ? IdleCounter.BeginAsync(system, row, settings, cancellationToken)
        : row.Way == ProbeWay.Reloaded ? ReloadCounter.BeginAsync(system, row, settings, cancellationToken)
        : row.Way == ProbeWay.Scraped ? ScrapeCounter.BeginAsync(system, row, settings, cancellationToken)
        : ProbeCounter.BeginAsync(system, row, settings, cancellationToken);

    private static Case CaseOf(ProbeRow row, ProbeRequest request) => new()
    {
        Dimensions = row.Dimensions,
        Unit = Probe,
        Setup = new(request.WithNginx ? "nginx" : "farm", async (context, cancellationToken) => new RunningFarm(
            await FarmProcess.StartAsync(request.WithNginx, context.Folder.FullName, cancellationToken), context))
        {
            Programs = [FarmProcess.Project, ProbingProcesses.Project],
        },
        Source = new CountSource.Counter((system, cancellationToken) =>
            BeginAsync((RunningFarm)system, row, request.Settings, cancellationToken)),
        IsAtRest = row.Way == ProbeWay.Idle,
        Needs = new() { Handles = row.MaxAtOnce, ConnectionsPerSecond = row.Way == ProbeWay.Idle ? 0 : row.Rate },
        Obstacle = (request.WithNginx ? request.ObstacleOf(PeerProgram.Nginx) : null)
            ?? (row.Way == ProbeWay.Blackbox ? request.ObstacleOf(PeerProgram.Blackbox) : null),
    };
}
