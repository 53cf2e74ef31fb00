using Load.Measuring;
using Load.Servers;
using Load.Systems.Sigma.Rows;
using Load.Systems.Sigma.Streaming;
using Load.Systems.Sigma.Suites;

namespace Load.Tests.Systems.Sigma;

public sealed class SigmaSuiteTests
{
    private const string NoScript = "/no/such/script";

    [Fact]
    public void Create_ThroughABroker_SetsEachShapeBesideItsDrain()
    {
        var suite = SigmaSuite.Create(new(null, NoScript, Broker: null));

        var rows = suite.Cases.Where(one => one[StreamRow.PartitionsDimension] is not null).ToArray();

        rows.Select(one => one.Name).ShouldBeUnique();
        rows.GroupBy(one => one.SubjectBut(SigmaRow.Rules)).Select(shape => string.Join(' ', shape.Select(one => one[SigmaRow.Rules])))
            .ShouldBe(["drain case-1 case-1-unmatched case-3 case-4", "drain case-1", "drain case-1", "drain case-1"]);
        rows.Select(one => one[StreamRow.PartitionsDimension]).Distinct().ShouldBe(["50", "10", "1"]);
        rows.Select(one => one[StreamRow.ProcessesDimension]).Distinct().ShouldBe(["1", "2"]);
        rows.Select(one => one.Setup.Name).Distinct().ShouldHaveSingleItem();
    }

    [Fact]
    public void Create_WithoutABroker_SkipsTheseRowsByNameAndLeavesTheOthers()
    {
        var suite = SigmaSuite.Create(new(null, NoScript, Broker: null), withoutRecords: null).Feasible();

        KafkaBroker.ObstacleOf(NoScript, running: null).ShouldNotBeNull();
        suite.Skipped.Count(one => one[SigmaRow.Records] == StreamRow.Kafka).ShouldBe(12);
        suite.Cases.ShouldNotContain(one => one[SigmaRow.Records] == StreamRow.Kafka);
        suite.Cases.Count(one => one.Source is CountSource.Benchmark).ShouldBe(39);
    }

    [Fact]
    public void Create_WithoutThePublishedRecords_LeavesWhatNeedsNone()
    {
        var suite = SigmaSuite.Create(new(null, NoScript, Broker: null), withoutRecords: "the published records are not there").Feasible();

        suite.Skipped.ShouldContain(one => one[SigmaRow.Records] == SigmaRow.Published);
        suite.Cases.ShouldNotContain(one => one[SigmaRow.Records] == SigmaRow.Published);
        suite.Cases.Select(one => one[SigmaRow.Rules]).ShouldContain("case-1"); // the published tables stand beside it
        suite.Cases.Count.ShouldBe(34);
    }

    [Fact]
    public void Smoke_RowThatReadsAGivenNumber_ReadsFew()
    {
        var suite = SigmaSuite.Create(new(null, NoScript, Broker: null));

        var brief = suite.Smoke().Cases.Single(one => one.Name == "kafka case-1 partitions=1 processes=1");

        brief.Source.ShouldBe(((CountSource.Counter)suite.Cases.Single(one => one.Name == brief.Name).Source).Brief);
        suite.Smoke().WarmUpRounds.ShouldBe(0);
    }

    [Fact]
    public void Parse_MetricsOfSigma_AreSummedOverSources()
    {
        var account = StreamAccount.Parse(
            """
            # TYPE sigma_records_total counter
            sigma_records_total{source="kafka:a",outcome="matched"} 3
            sigma_records_total{source="kafka:b",outcome="matched"} 4
            sigma_records_total{source="kafka:a",outcome="unmatched"} 50
            sigma_records_total{source="kafka:a",outcome="broken-json"} 7
            sigma_alerts_total{outcome="sent"} 6
            sigma_alerts_total{outcome="held-back"} 1
            """);

        account.ShouldBe(new(Records: 57, Matched: 7, Alerts: 6));
        (account + account - account).ShouldBe(account);
    }

    [Theory]
    [InlineData(90, 10, 10, 0)]
    [InlineData(90, 9, 9, 2)]
    [InlineData(89, 10, 10, 1)]
    [InlineData(90, 10, 12, 2)]
    public void Wrong_OtherNumbersThanThoseOfTheStream_AreFaults(long records, long matched, long alerts, int wrong) =>
        StreamCounter.Wrong(new(records, matched, alerts), records: 90, matches: 10).Values.Sum().ShouldBe(wrong);
}
