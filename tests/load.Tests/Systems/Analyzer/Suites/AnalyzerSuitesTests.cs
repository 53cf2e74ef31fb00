using System.CommandLine;
using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Systems.Analyzer.Suites;

public sealed class AnalyzerSuitesTests
{
    private static readonly AnalyzerRequest Anything = new();
    private static readonly CapacityEstimate TwoCores = new(Cores: 2, MemoryBytes: 16_000_000_000);

    public static TheoryData<string> Names => [.. new AnalyzerSystem().Suites.Select(suite => suite.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Create_AnySuite_IsFitToRun(string name)
    {
        var suite = Create(name);

        suite.Name.ShouldBe(name);
        suite.Cases.ShouldNotBeEmpty();
        suite.Cases.Select(one => one.Name).ShouldBeUnique();
        suite.IterationLength.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromSeconds(1)); // NBomber takes no less
        foreach (var (one, place) in suite.Cases.Select((one, place) => (one, place)).Where(pair => pair.one.Ceiling is not null))
        {
            suite.Cases.Take(place).ShouldContain(other => other.Name == one.Ceiling, $"{one.Name} stands before its ceiling");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Smoke_AnySuite_WarmsUpOnceAndShortly(string name)
    {
        var smoke = Create(name).Smoke();

        smoke.WarmUpRounds.ShouldBe(1);
        smoke.WarmUpLength.ShouldBe(TimeSpan.FromSeconds(0.2));
        smoke.IterationLength.ShouldBe(TimeSpan.FromSeconds(1));
        (smoke.WarmUpRest, smoke.Settling, smoke.CoolDown).ShouldBe((TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero));
    }

    [Fact]
    public void Matrix_Always_IsThePublishedOneAndNamesWhatItLeavesOut()
    {
        var matrix = MatrixSuite.Create(Anything, TwoCores).Feasible();

        (matrix.Cases.Count + matrix.Skipped.Count).ShouldBe(3 * 4 * 2 * 3 * 3);
        matrix.Timeout.ShouldBe(TimeSpan.FromSeconds(120));
        matrix.Skipped.ShouldNotBeEmpty();
        matrix.Skipped.ShouldAllBe(skipped => skipped["size"] == "100MB" && skipped.Load == new LoadShape.Closed(1000));
        matrix.Cases.Select(one => one.AskedMinThreads).Distinct().ShouldBe([null, 50, 100]);
    }

    [Fact]
    public void Matrix_OneSize_IsDoneInALunchBreak()
    {
        var matrix = CaseFilter.Parse("size=1MB").Apply(MatrixSuite.Create(Anything, TwoCores));

        matrix.Cases.Count.ShouldBe(4 * 2 * 3 * 3);
        matrix.PlannedTime.ShouldBeLessThan(TimeSpan.FromMinutes(25));
    }

    [Fact]
    public void Soak_Length_DecidesHowOftenTheMixIsRepeated()
    {
        // With warming up and cooling down.
        SoakSuite.Create(Anything, TimeSpan.FromHours(1)).PlannedTime.ShouldBe(TimeSpan.FromHours(1), TimeSpan.FromMinutes(2));
        SoakSuite.Create(Anything, TimeSpan.FromSeconds(1)).Repeats.ShouldBe(1);
    }

    [Fact]
    public void Metrics_Always_SetsScrapedRowsBesideSomeWithout()
    {
        var cases = MetricsSuite.Create(Anything).Cases;

        foreach (var pair in cases.Where(one => one.Load is LoadShape.Closed).Chunk(2))
        {
            pair.Select(one => one["metrics"]).ShouldBe(["off", "on"]);
            pair.Select(one => one.Scraping?.Interval).ShouldBe([null, TimeSpan.FromSeconds(1)]);
            pair[1].Ceiling.ShouldBe(pair[0].Name);
            pair[1].MinOfCeiling.ShouldBe(0.97);
        }

        cases.Where(one => one.Load is LoadShape.Open).ShouldAllBe(one => one.Scraping != null);
    }

    [Fact]
    public void Threads_Always_ComparesMinimumsOnPoolsThatHaveNotGrownYet()
    {
        var threads = ThreadsSuite.Create(Anything);

        threads.NewProcessPerIteration.ShouldBeTrue();
        threads.WarmUpCallers.ShouldBe(1);
        threads.Cases.Select(one => (one["handler"], one["threads"])).Distinct().Count().ShouldBe(6);
    }

    [Fact]
    public void Target_RowsThatNeedTheirOwnService_AreSkippedWithTheReason()
    {
        var restricted = Create("matrix", "--target http://host:8080").Feasible();

        restricted.Cases.ShouldNotBeEmpty();
        restricted.Cases.ShouldAllBe(one => one["threads"] == "default");
        restricted.Skipped.ShouldContain(skipped =>
            skipped.Obstacle == "it needs a service started with Analyzer:Ceilings:MinWorkerThreads=50");
        restricted.Clock.ShouldContain("The service ran elsewhere, at http://host:8080/");
    }

    [Fact]
    public void Target_Ceilings_KeepsWhatAnyServiceAnswers() =>
        Create("ceilings", "--target http://host:8080").Feasible().Cases.Select(one => one["file"]).Distinct()
            .ShouldBe(["look-up", "named", "unknown"], ignoreOrder: true);

    [Fact]
    public void Target_NothingIsLeft_SaysWhy() =>
        Should.Throw<Load.Machine.LabException>(() => Create("threads", "--target http://host:8080").Feasible()).Message
            .ShouldContain("No row of 'threads' can be measured here");

    [Fact]
    public void Of_LargeFiles_TakesOneForTheMemorysSake() => new FileLibrary(1, null).Of(40_000_000).Files.Count.ShouldBe(1);

    /// <summary>Makes the suite from a command line.</summary>
    private static Suite Create(string name, string arguments = "")
    {
        var suite = new AnalyzerSystem().Suites.Single(suite => suite.Name == name);
        var command = new RootCommand();
        foreach (var option in suite.Options)
        {
            command.Add(option);
        }

        return suite.Create(command.Parse(arguments), 1);
    }
}
