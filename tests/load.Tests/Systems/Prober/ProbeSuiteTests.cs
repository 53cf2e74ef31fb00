using System.Diagnostics;
using Load.Measuring;
using Load.Systems.Prober.Findings;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;
using Load.Systems.Prober.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Prober;

public sealed class ProbeSuiteTests
{
    [Theory]
    [InlineData(false, "https", "tcp")]
    [InlineData(true, "https", "http")]
    public void Create_EitherFarm_HasTheRowsOfThePublishedTables(bool withNginx, string kind, string other)
    {
        var suite = ProbeSuite.Create(new(withNginx, new Dictionary<string, string>()));

        suite.Cases.Select(one => one.Name).ShouldBeUnique();
        suite.Cases.Select(one => one["kind"]).Distinct().ShouldBe([kind, other]);
        suite.Cases.Count(one => one["kind"] == kind && one["mix"] == "ok" && one["prober"] == "schedule").ShouldBe(30);
        suite.Cases.ShouldContain(one => one.Name == $"{kind} 20000 10s ok schedule");
        suite.Cases.Select(one => one.Setup.Name).Distinct().ShouldHaveSingleItem();
    }

    [Fact]
    public void Create_AnyKind_IsSetBesideTheLoopAndThePeer()
    {
        var suite = ProbeSuite.Create(new(false, new Dictionary<string, string>()));

        foreach (var kind in new[] { "https 2000 5s ok", "tcp 5000 5s ok" })
        {
            suite.Cases.Where(one => one.SubjectBut("prober") == kind).Select(one => one["prober"])
                .ShouldBe(["loop", "schedule", "asked", "blackbox"]);
        }

        suite.Cases.Where(one => one["prober"] == "blackbox").ShouldAllBe(one => one.Obstacle == PeerProgram.Blackbox.Obstacle);
    }

    [Theory]
    [InlineData("ok-1.farm.test", "down", true)]
    [InlineData("ok-1.farm.test", "unknown", false)]
    [InlineData("slow-1.farm.test", "up", false)]
    [InlineData("hang-1.farm.test", "up", true)]
    [InlineData("expired-1.farm.test", "down", false)]
    [InlineData("flap-1.farm.test", "down", false)]
    public void IsFalse_StateOfATarget_IsHeldAgainstItsBehaviour(string target, string state, bool isFalse) =>
        TargetMix.IsFalse(target, state).ShouldBe(isFalse);

    /// <summary>A target that was down and is up again was called what it is not, as well.</summary>
    [Fact]
    public void FalseVerdicts_BetweenTwoReadings_AreBadProbesWhereAllTargetsAreWell()
    {
        var (before, bad) = (Reading(2, "up", "up"), Reading(5, "up", "up"));
        var down = Reading(2, "down", "up");

        FalseVerdicts.Count(TargetMix.Ok, before, bad).ShouldBe(3);
        FalseVerdicts.Count(TargetMix.Ok, bad, bad).ShouldBe(0);
        FalseVerdicts.Count(TargetMix.Ok, before, down).ShouldBe(1);
        FalseVerdicts.Count(TargetMix.SomeHang, before, bad).ShouldBe(0);

        static ProberReading Reading(int bad, params string[] states) => ProberReading.Parse(
            $"prober_bad_probes_total {bad}\n", [.. states.Select((state, number) => ($"ok-{number}.farm.test", state))]);
    }

    [Fact]
    public void Configuration_OfARow_NamesEachTargetByItsBehaviour()
    {
        var text = new ProbeRow("https", 13, 10, TargetMix.All, ProbeWay.Schedule).Configuration(4443, "ca.pem");

        text.ShouldContain("interval: 10s, timeout: 5s");
        text.ShouldContain("- { name: wronghost-9.farm.test, url: 'https://wronghost-9.farm.test:4443/', ca: 'ca.pem' }\n");
        text.Split('\n').Count(line => line.StartsWith("  - ", StringComparison.Ordinal)).ShouldBe(13);
    }

    [Fact]
    public void Lateness_BetweenTwoReadings_IsThatOfTheProbesBetweenThem()
    {
        var before = Reading(10, 10, 10);
        var after = Reading(10, 100, 110);

        after.Lateness(before, 0.5).ShouldBe(0.05);
        after.Lateness(before, 0.99).ShouldBe(double.PositiveInfinity);
        after.Lateness(after, 0.5).ShouldBe(0);
        after["prober_probes_total"].ShouldBe(110);

        static ProberReading Reading(int first, int second, int all) => ProberReading.Parse(
            $$"""
            # TYPE prober_lateness_seconds histogram
            prober_lateness_seconds_bucket{le="0.01"} {{first}}
            prober_lateness_seconds_bucket{le="0.05"} {{second}}
            prober_lateness_seconds_bucket{le="+Inf"} {{all}}
            prober_probes_total {{all}}
            prober_build_info{version="1 2"} 1
            """,
            []);
    }

    [Fact]
    public void Parse_CountsOfAFarm_AreSummedOverBehaviours()
    {
        var reading = FarmReading.Parse("all accepted 9\nok visited 4\nok good 4\nhang visited 3\nhang good 0\n");

        reading.Visited.ShouldBe(7);
        reading.Good.ShouldBe(4);
        reading["all accepted"].ShouldBe(9);
    }

    [Fact]
    public void Create_OwnFarm_HasRowsOfIdleReloadedAndScrapedTargets()
    {
        var names = ProbeSuite.Create(new(false, new Dictionary<string, string>())).Cases.Select(one => one.Name).ToList();

        names.ShouldContain("https 100 3600s ok idle");
        names.ShouldContain("https 20000 3600s ok idle");
        names.ShouldContain("https 20000 60s ok reloaded");
        names.ShouldContain("https 20000 60s ok scraped");
        names.ShouldContain("https 2000 10s ok schedule");
        names.ShouldContain("https 2000 10s 30%-hang schedule");
    }

    [Fact]
    public void LatenessWithin_ProbesOfSeveralSpans_AreSpreadEvenlyOverTheirBucket()
    {
        var (first, second) = (Reading(0, 0), Reading(50, 100));

        // 200 probes: 100 up to 0.1 s, and 100 from there to 0.2 s.
        ProberReading.LatenessWithin([(first, second), (null, second)], 0.25).ShouldBe(0.05, 1e-9);
        ProberReading.LatenessWithin([(first, second), (null, second)], 0.75).ShouldBe(0.15, 1e-9);
        ProberReading.LatenessWithin([(second, second)], 0.99).ShouldBe(0);

        static ProberReading Reading(int below, int all) => ProberReading.Parse(
            $$"""
            prober_lateness_seconds_bucket{le="0.1"} {{below}}
            prober_lateness_seconds_bucket{le="0.2"} {{all}}
            prober_lateness_seconds_bucket{le="+Inf"} {{all}}
            """,
            []);
    }

    [Theory]
    [InlineData(20_100, 2.0, "kept")]
    [InlineData(20_100, 3.0, "missed")]
    public void Idle_ManyBesideFew_IsTheirDifferenceOverTheTargetsBetweenThem(int targets, double kilobytes, string verdict)
    {
        var result = Rows.Result(null, Row(100, 80), Row(targets, 80 + ((targets - 100) * kilobytes / 1000)));

        var section = IdleSection.Of(result).ShouldHaveSingleItem();

        section.Table.Lines.ShouldHaveSingleItem().Cells[2].ShouldBe(kilobytes == 2 ? "2,000" : "3,000");
        section.Sentences.ShouldHaveSingleItem().ShouldEndWith($"{verdict}.");

        static CaseResult Row(int targets, double megabytes) => RowOf(
            new("https", targets, 3600, TargetMix.Ok, ProbeWay.Idle),
            new() { [ProbeFigures.Resident] = megabytes, [ProbeFigures.Managed] = megabytes });
    }

    [Fact]
    public void Change_ATargetThatMoved_MissesThePromise()
    {
        var result = Rows.Result(null, RowOf(
            new("https", 20_000, 60, TargetMix.Ok, ProbeWay.Reloaded),
            new()
            {
                [ProbeFigures.ReloadCpu] = 1.5,
                [ProbeFigures.Moved] = 1,
                [ProbeFigures.Missed] = 0,
                [ProbeFigures.Silent] = 0,
            }));

        var sentences = ChangeSection.Of(result).ShouldHaveSingleItem().Sentences;

        sentences.Select(sentence => sentence[(sentence.LastIndexOf(' ') + 1)..]).ShouldBe(["kept.", "missed.", "kept.", "kept."]);
    }

    private static CaseResult RowOf(ProbeRow row, Dictionary<string, double> figures) => new(
        new() { Dimensions = row.Dimensions, Source = new CountSource.Counter((_, _) => throw new UnreachableException()) },
        [Rows.Counted(1, new(0) { Figures = figures })]);
}
