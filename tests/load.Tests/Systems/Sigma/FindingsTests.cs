using System.Diagnostics;
using Load.Machine;
using Load.Measuring;
using Load.Measuring.Findings;
using Load.Systems.Sigma.Alerting;
using Load.Systems.Sigma.Findings;
using Load.Systems.Sigma.Rows;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Sigma;

/// <summary>Rows as if measured in three repeats: a million records through a broker, and passes in memory.</summary>
public sealed class FindingsTests
{
    private const int Records = 1_000_000;

    [Fact]
    public void StreamSection_CpuOfAllProcesses_IsSetAgainstDrainAndMemoryTogether()
    {
        var result = Rows.Result(
            null, InMemory("case-1", 0.25), Through("drain", 50, 0.2), Through("case-1", 50, 0.5),
            Through(StreamRow.Unmatched, 50, 0.36), Through("case-4", 50, 0.6), Through("drain", 50, 0.1, 0.1),
            Through("case-1", 50, 0.5, 0.5));

        var section = StreamSection.Of(result).ShouldHaveSingleItem();

        section.Sentences.ShouldBe(
        [
            "kafka case-1 partitions=50 processes=1 takes 1.11× (1.11…1.11) of drain and case 1 in memory together; at most 1.15 × " +
            "was promised: kept.",
            "kafka case-1 partitions=50 processes=1 takes 0.500 µs a record; at most 0.8 µs was promised: kept.",
            "kafka case-1-unmatched partitions=50 processes=1 takes 0.800× (0.800…0.800) of drain and case 1 in memory together; at most " +
            "1.15 × was promised: kept.",
            "kafka case-1-unmatched partitions=50 processes=1 takes 0.360 µs a record; at most 0.8 µs was promised: kept.",
            "kafka case-4 partitions=50 processes=1 takes 1.20× (1.20…1.20) the time of case 1; at most 1.1 × was promised: missed.",
            "kafka case-1 partitions=50 processes=2 takes 2.22× (2.22…2.22) of drain and case 1 in memory together; at most 1.15 × " +
            "was promised: missed.",
            "kafka case-1 partitions=50 processes=2 takes 1.00 µs a record; at most 0.8 µs was promised: missed.",
        ]);
        section.Table.Lines.Select(line => (line.Cells[0], line.Cells[4], line.Cells[5])).ShouldBe(
        [
            ("drain", "0.200", "-"), ("case-1", "0.500", "2.50× (2.50…2.50)"),
            ("case-1-unmatched", "0.360", "1.80× (1.80…1.80)"), ("case-4", "0.600", "3.00× (3.00…3.00)"),
            ("drain", "0.200", "-"), ("case-1", "1.00", "5.00× (5.00…5.00)"),
        ]);
    }

    [Fact]
    public void PublishedStreams_RowsThroughABroker_CompareByVirtualProcessorsARecord()
    {
        var result = Rows.Result(null, Through("drain", 50, 0.2), Through("case-1", 50, 0.5), Through("case-1", 10, 0.5));

        var sections = PublishedStreams.Of(result).ToArray();

        sections.Select(section => section.Title).ShouldBe(["The published tables", "vCPU a record, through a broker"]);
        sections[1].Table.Lines.Select(line => line.Cells).ShouldBe(
            [["case 1", "kafka", "17.9", "0.500", "35.7×"], ["case 2", "kafka", "18.2", "0.500", "36.3×"]]);
    }

    [Fact]
    public void AlertSection_TimeToAnAlert_IsHeldAgainstThePromiseOfItsWay()
    {
        var broker = new CaseResult(
            Counter(AlertRow.DimensionsOf(StreamRow.Kafka)), Repeats(repeat => Rows.Counted(repeat, Alerts(slow: 20, milliseconds: 240))));
        var load = new LoadShape.Open(10) { Factor = 0.5 };
        var http = new CaseResult(
            Counter([.. AlertRow.DimensionsOf(AlertRow.Http), load.Dimension]) with
            {
                Source = new CountSource.Requests(load, (_, _) => throw new NotSupportedException()),
            },
            Repeats(repeat => Rows.Iteration(repeat, [.. Enumerable.Repeat((60.0, Outcome.Ok), 10)]).Arriving(10)));

        AlertSection.Of(Rows.Result(null, broker, http)).ShouldHaveSingleItem().Sentences.ShouldBe(
        [
            "kafka to-alert: p99 from record to alert 240 ms; at most 500 ms was promised: kept.",
            "http to-alert 0.5xknee: p99 from record to alert 60.0 ms; at most 50 ms was promised: missed.",
        ]);
    }

    [Fact]
    public void AlertSection_OneRepeatOfThreeWithASlowTail_HasTheIntervalOfAllItsAlerts()
    {
        var row = new CaseResult(
            Counter(AlertRow.DimensionsOf(StreamRow.Kafka)),
            Repeats(repeat => Rows.Counted(repeat, Alerts(slow: 25, milliseconds: repeat == 2 ? 900 : 240))));

        var section = AlertSection.Of(Rows.Result(null, row)).First();

        section.Table.Lines[0].Cells.Skip(2).ShouldBe(["100", "240", "240…900"]);
        section.Sentences.ShouldBe(
            ["kafka to-alert: p99 from record to alert 240 ms; at most 500 ms was promised: these repeats cannot tell."]);
    }

    [Fact]
    public void AlertSection_StagesThatWereTimed_AreALineForEachRepeat()
    {
        var row = new CaseResult(
            Counter(AlertRow.DimensionsOf(StreamRow.Kafka)),
            Repeats(repeat => Rows.Counted(repeat, Alerts(slow: 20, milliseconds: 240) with
            {
                Figures = new Dictionary<string, double>
                {
                    [AlertRow.Produced] = 1000,
                    [AlertRow.Tail] = 240,
                    [AlertRow.Late] = 10 * repeat,
                    [AlertRow.ToStamp] = 210,
                    [AlertRow.FromStamp] = 30,
                    [AlertRow.Commit] = 100,
                },
            })));

        var stages = AlertSection.Of(Rows.Result(null, row)).ElementAt(1);

        stages.Table.Lines.Select(line => line.Cells).ShouldBe(
            ((string[])["10.0", "20.0", "30.0"]).Select((late, at) => (string[])[$"{at + 1}", "240", late, "210", "30.0", "100"]));
    }

    [Theory]
    [InlineData("0.1\"} 3|0.5\"} 3|+Inf\"} 3", "0.1\"} 5|0.5\"} 6|+Inf\"} 6", 500)]
    [InlineData("0.1\"} 3|0.5\"} 4|+Inf\"} 4", "0.1\"} 5|0.5\"} 6|+Inf\"} 6", 100)]
    [InlineData("0.1\"} 3|0.5\"} 4|+Inf\"} 4", "0.1\"} 3|0.5\"} 4|+Inf\"} 5", 500)]
    [InlineData("0.1\"} 3|0.5\"} 4|+Inf\"} 4", "0.1\"} 3|0.5\"} 4|+Inf\"} 4", 0)]
    [InlineData("", "", 0)]
    public void CommitTimes_TwoMoments_TellTheLongestBetweenThem(string before, string after, double expected)
    {
        CommitTimes.Parse(Metrics(after)).LargestSince(CommitTimes.Parse(Metrics(before))).ShouldBe(expected);

        static string Metrics(string buckets) => string.Concat(
            buckets.Split('|', StringSplitOptions.RemoveEmptyEntries).Select(bucket => $"sigma_commit_seconds_bucket{{le=\"{bucket}\n")
                .Prepend("# TYPE sigma_commit_seconds histogram\n").Append("sigma_commit_seconds_sum 1\n"));
    }

    [Fact]
    public void AlertStages_TimeStampBetweenDueAndRead_PartsTheWay()
    {
        var stampedAt = TimeProvider.System.GetUtcNow() - TimeSpan.FromSeconds(4);
        var (now, second) = (Stopwatch.GetTimestamp(), Stopwatch.Frequency);
        var stages = new AlertStages();

        stages.Add(now - 10 * second, now - 9 * second, new(now, stampedAt));

        var figures = new Dictionary<string, double>(stages.Figures());
        figures[AlertRow.Late].ShouldBe(1000, 0.01);
        (figures[AlertRow.ToStamp] + figures[AlertRow.FromStamp]).ShouldBe(10_000, 0.01);
        figures[AlertRow.FromStamp].ShouldBeGreaterThan(3_900);
    }

    [Fact]
    public void Sections_OfNoSuchRow_AreNone()
    {
        var result = Rows.Result(null);

        ((IEnumerable<ReportSection>)[.. StreamSection.Of(result), .. AlertSection.Of(result), .. PublishedStreams.Of(result)])
            .ShouldBeEmpty();
    }

    private static CaseResult InMemory(string rules, double microseconds) => new(
        new Case
        {
            Dimensions = [new(SigmaRow.Records, SigmaRow.Published), new(SigmaRow.Rules, rules)],
            Source = new CountSource.Benchmark("*"),
        },
        Repeats(repeat => Rows.Iteration(repeat, (microseconds * SigmaRow.RecordsOfAPass / 1000, Outcome.Ok))));

    /// <param name="rules">The use of the records.</param>
    /// <param name="partitions">The topic's partitions.</param>
    /// <param name="seconds">The processor time of each process.</param>
    private static CaseResult Through(string rules, int partitions, params double[] seconds) => new(
        Counter(new StreamRow(rules, partitions, seconds.Length).Dimensions),
        Repeats(repeat => Costing(Rows.Counted(repeat, new(Records)), seconds)));

    private static Iteration Costing(Iteration iteration, double[] seconds) => iteration with
    {
        Cost = iteration.Cost! with
        {
            Processes =
            [
                .. seconds.Select((cpu, number) => new ProcessCost(
                    $"process-{number}", new UsageSpan(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(cpu), 0, 0, 0, 0))),
            ],
        },
    };

    /// <summary>A thousand of 100 ms, but for some that took longer.</summary>
    private static WorkCount Alerts(int slow, double milliseconds) => new(1000)
    {
        Times =
        [
            .. Enumerable.Range(0, 1000)
                .Select(number => (long)((number < slow ? milliseconds : 100) * Stopwatch.Frequency / 1000)),
        ],
        Figures = new Dictionary<string, double> { [AlertRow.Produced] = 1000, [AlertRow.Half] = 1000 },
    };

    private static Case Counter(IReadOnlyList<Dimension> dimensions) => new()
    {
        Dimensions = dimensions,
        Source = new CountSource.Counter((_, _) => throw new NotSupportedException()),
    };

    private static Iteration[] Repeats(Func<int, Iteration> iteration) => [.. Enumerable.Range(1, 3).Select(iteration)];
}
