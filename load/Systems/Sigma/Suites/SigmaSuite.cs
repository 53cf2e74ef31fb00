using Load.Measuring;
using Load.Servers;
using Load.Systems.Sigma.Alerting;
using Load.Systems.Sigma.Findings;
using Load.Systems.Sigma.Processes;
using Load.Systems.Sigma.Rows;
using Load.Systems.Sigma.Streaming;

namespace Load.Systems.Sigma.Suites;

/// <summary>
/// The cost of rules for a record: the published cases, then as many distinct literals as somebody may have, each beside a JSON reader that
/// only reads; and the cost of correlations for a match. In memory, without a service; and, where there is a broker, through that.
/// </summary>
internal static class SigmaSuite
{
    public const string Distinct = "distinct";
    private const string Windows = "windows";

    /// <summary>Made-up rules for Windows: the number and the shape are those of SigmaHQ's.</summary>
    private const string WindowsRules = "windows-2850";

    /// <summary>The bytes of a record, on average.</summary>
    private const double RecordBytes = 466;

    /// <summary>A tenth of what was promised over HTTP.</summary>
    private static readonly TimeSpan MaxLag = TimeSpan.FromMilliseconds(5);

    private static readonly Unit Pass = new("pass", "pass");
    private static readonly Unit Record = new("record", "record");
    private static readonly Unit Alert = new("alert", "alert");
    public static readonly string[] Published = ["case-1", "case-3", "case-3-regex", "case-4"];
    public static readonly string[] Kinds = ["exact", "contains", "endswith", "startswith", "mixed"];
    public static readonly string[] OfStream = [StreamRow.Drain, "case-1", StreamRow.Unmatched, "case-3", "case-4"];
    private static readonly int[] Counts = [1, 100, 1_000, 10_000];

    /// <summary>The environment variable that tells the launched process of them.</summary>
    private const string CasesVariable = "SIGMA_CASES";

    private static readonly (int Partitions, int Processes)[] Shapes = [(10, 1), (1, 1), (StreamRow.PublishedPartitions, 2)];

    public static SuiteCommand Command(SigmaSuiteOptions options) => options.Command(
        "sigma", "what do Sigma rules cost a record, from the published cases to 10,000 rules, in memory and through a broker?", Create);

    public static Suite Create(SigmaRequest request) => Create(request, ZeekStream.Obstacle);

    /// <param name="request">The user's request.</param>
    /// <param name="withoutRecords">Why nothing can be measured with the published records; null when it can.</param>
    internal static Suite Create(SigmaRequest request, string? withoutRecords) => Of(
        "sigma",
        request.Own is { } own ? Own(own)
            : [.. BuiltIn(withoutRecords), .. OverHttp(withoutRecords), .. Streams(request, withoutRecords)]);

    /// <summary>Rows of records, measured and judged as such.</summary>
    public static Suite Of(string name, IReadOnlyList<Case> rows) => new()
    {
        Name = name,
        AdHoc = (CustomSigmaSuite.Name, CustomSigmaSuite.Dimensions),
        Cases = rows,
        Repeats = 3,
        Searches = 1,
        IterationLength = TimeSpan.FromSeconds(2),
        WarmUp = TimeSpan.Zero, // BenchmarkDotNet has its own, and so has each row through a broker
        WarmUpRounds = 0,
        CoolDown = TimeSpan.Zero,
        Compared = new ComparedDimension(SigmaRow.Rules, "set of rules"),
        Clock = "Times in ms, of processor time, of a pass over 4,500 records, or 100,000 matches. Each sample is the mean of one " +
            "iteration of BenchmarkDotNet, each repeat a process of its own. A row through a broker (kafka) reads a number of records to " +
            "their end, by new processes that have read others before.",
        Findings = result =>
        [
            .. ReaderSection.Of(result), .. StreamSection.Of(result), .. AlertSection.Of(result), .. PublishedStreams.Of(result),
        ],
    };

    private static IReadOnlyList<Case> BuiltIn(string? withoutRecords) =>
    [
        Of(SigmaRow.Published, SigmaRow.Reader, "Reader", "published case-1") with { Obstacle = withoutRecords },
        .. Published.Select(name => Of(SigmaRow.Published, name, "Rules", $"published {name}") with { Obstacle = withoutRecords }),
        Of(Distinct, SigmaRow.Reader, "Reader", "distinct case-1"),
        .. Published.Select(name => Of(Distinct, name, "Rules", $"distinct {name}")),
        .. from kind in Kinds from count in Counts select Of(Distinct, $"{count}-{kind}", "Rules", $"distinct {count}-{kind}"),
        .. Kinds.Select(kind => $"1000-{kind}-hits").Select(name => Of(Distinct, name, "Rules", $"distinct {name}")),
        Of(Windows, SigmaRow.Reader, "Reader", $"made-up {WindowsRules}"),
        Of(Windows, WindowsRules, "Rules", $"made-up {WindowsRules}"),
        Correlation("event-count", "EventCount"),
        Correlation("value-count", "ValueCount"),
    ];

    /// <summary>Neighbours in the table are neighbours in time: each stands beside the drain of as many partitions and processes.</summary>
    private static IEnumerable<StreamRow> StreamRows =>
    [
        .. from rules in OfStream
           select new StreamRow(rules, StreamRow.PublishedPartitions, 1),
        .. from shape in Shapes
           from rules in (string[])[StreamRow.Drain, "case-1"]
           select new StreamRow(rules, shape.Partitions, shape.Processes),
    ];

    /// <summary>The launched process reads what it is to measure from its environment, which is the lab's.</summary>
    private static IReadOnlyList<Case> Own(OwnStream own)
    {
        Environment.SetEnvironmentVariable("SIGMA_RULES", own.Rules);
        Environment.SetEnvironmentVariable("SIGMA_EVENTS", own.Events);
        Environment.SetEnvironmentVariable("SIGMA_MAPPING", own.Mapping);
        return [Of("own", SigmaRow.Reader, "Reader", "own rules"), Of("own", "own", "Rules", "own rules")];
    }

    /// <summary>Times alerts from their request on, at half of the knee, which is searched first.</summary>
    private static IEnumerable<Case> OverHttp(string? withoutRecords)
    {
        var lowest = new LoadShape.Open(100);
        var first = new Case
        {
            Dimensions = [.. AlertRow.DimensionsOf(AlertRow.Http), lowest.Dimension],
            Source = new CountSource.Requests(lowest, (system, _) => Task.FromResult(((RunningReceiver)system).Clients())),
            Setup = new(AlertRow.Http, RunningReceiver.StartAsync) { Programs = [SigmaProcess.Project] },
            Obstacle = withoutRecords,
        };
        Case[] rungs = [.. first.Rungs(lowest.PerSecond, 20_000)];
        return [.. rungs, first.Under(new LoadShape.OfKnee(0.5)) with { Ladder = rungs[0].Ladder, MaxLag = MaxLag }];
    }

    private static IEnumerable<Case> Streams(SigmaRequest request, string? withoutRecords)
    {
        var obstacle = ObstacleToStreams(request, withoutRecords);
        return
        [
            .. StreamRows.Select(row => Streamed(row, request, obstacle)),
            new Case
            {
                Dimensions = AlertRow.DimensionsOf(StreamRow.Kafka),
                Source = Alerting(AlertAmount.Full) with { Brief = Alerting(AlertAmount.Brief) },
                Setup = BrokerOf(request),
                Unit = Alert,
                Obstacle = obstacle,
            },
        ];
    }

    /// <summary>Why nothing goes through a broker here; null when it can.</summary>
    public static string? ObstacleToStreams(SigmaRequest request, string? withoutRecords) =>
        KafkaBroker.ObstacleOf(request.Servers, request.Broker) ?? withoutRecords;

    /// <summary>A row through a broker.</summary>
    public static Case Streamed(StreamRow row, SigmaRequest request, string? obstacle) => new()
    {
        Dimensions = row.Dimensions,
        Source = Reading(row, StreamAmount.Full) with { Brief = Reading(row, StreamAmount.Brief) },
        Setup = BrokerOf(request),
        Unit = Record,
        BytesPerUnit = RecordBytes,
        Obstacle = obstacle,
    };

    private static Setup BrokerOf(SigmaRequest request) => new(
        StreamRow.Kafka, (context, cancellationToken) => RunningStream.StartAsync(request.Servers, context, cancellationToken))
    {
        Programs = [SigmaProcess.Project, TopicReaders.Drain],
        HasUnseenHelpers = true, // the broker
    };

    /// <summary>
    /// A row in memory: a case, or a number of rules of a kind. The launched process reads new ones from its environment.
    /// </summary>
    public static Case InMemory(string records, string rules)
    {
        var isReader = rules == SigmaRow.Reader;
        var one = $"{records} {(isReader ? "case-1" : rules)}";
        var asked = Environment.GetEnvironmentVariable(CasesVariable)?.Split(';') ?? [];
        Environment.SetEnvironmentVariable(CasesVariable, string.Join(';', asked.Append(one).Distinct()));
        return Of(records, rules, isReader ? "Reader" : "Rules", one) with
        {
            Obstacle = records == SigmaRow.Published ? ZeekStream.Obstacle : null,
        };
    }

    private static CountSource.Counter Reading(StreamRow row, StreamAmount amount) =>
        new((system, cancellationToken) => StreamCounter.BeginAsync(system, row, amount, cancellationToken));

    private static CountSource.Counter Alerting(AlertAmount amount) =>
        new((system, cancellationToken) => AlertCounter.BeginAsync(system, amount, cancellationToken));

    private static Case Of(string records, string rules, string method, string parameter) =>
        Of(records, rules, $"*SigmaBenchmarks.{method}(Case: \"{parameter}\")") with
        {
            BytesPerUnit = records is SigmaRow.Published or Distinct ? SigmaRow.RecordsOfAPass * RecordBytes : 0, // others have other sizes
        };

    private static Case Correlation(string rules, string method) => Of(SigmaRow.Matches, rules, $"*CorrelationBenchmarks.{method}");

    private static Case Of(string records, string rules, string filter) => new()
    {
        Dimensions = [new(SigmaRow.Records, records), new(SigmaRow.Rules, rules), new LoadShape.Closed(1).Dimension],
        Source = new CountSource.Benchmark(filter),
        Setup = Setup.None with { Name = "memory" },
        Unit = Pass,
    };
}
