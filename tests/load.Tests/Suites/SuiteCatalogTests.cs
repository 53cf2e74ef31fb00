using Load.Corpus;
using Load.Suites;

namespace Load.Tests.Suites;

public sealed class SuiteCatalogTests
{
    private static readonly MachineFit TwoCores = new(Cores: 2, MemoryBytes: 16_000_000_000);

    public static TheoryData<string> Names => new(SuiteCatalog.Names);

    [Theory]
    [MemberData(nameof(Names))]
    public void Get_AnySuite_IsFitToRun(string name)
    {
        var suite = SuiteCatalog.Get(name, new SuiteRequest());

        suite.Name.ShouldBe(name);
        suite.Cells.ShouldNotBeEmpty();
        suite.Cells.Select(cell => cell.Name).ShouldBeUnique();
        suite.Slot.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromSeconds(1)); // NBomber's least
        suite.WarmUp.ShouldBeLessThanOrEqualTo(suite.Slot);
        foreach (var (cell, place) in suite.Cells.Select((cell, place) => (cell, place)).Where(c => c.cell.Ceiling is not null))
        {
            suite.Cells.Take(place).ShouldContain(other => other.Name == cell.Ceiling, $"{cell.Name} stands before its ceiling");
        }
    }

    [Fact]
    public void Get_UnknownSuite_NamesTheKnown() =>
        Should.Throw<LabException>(() => SuiteCatalog.Get("nonsense", new SuiteRequest())).Message.ShouldContain("ceilings, hash, matrix, metrics, quick");

    [Fact]
    public void Get_OwnFilesForASuiteOfSizes_IsRefused() =>
        Should.Throw<LabException>(() => SuiteCatalog.Get("matrix", new SuiteRequest(OwnFiles: true))).Message.ShouldContain("only the suite 'quick'");

    [Fact]
    public void Matrix_Always_IsThePublishedOneAndNamesWhatItLeavesOut()
    {
        var matrix = MatrixSuite.Create(TwoCores);

        (matrix.Cells.Count + matrix.Skipped.Count).ShouldBe(3 * 4 * 2 * 3 * 3);
        matrix.Timeout.ShouldBe(TimeSpan.FromSeconds(120));
        matrix.Skipped.ShouldNotBeEmpty();
        matrix.Skipped.ShouldAllBe(skipped => skipped.Cell.Size == 100_000_000 && skipped.Cell.Load == new LoadShape.Closed(1000));
        matrix.Cells.Select(cell => cell.Settings.Options.GetValueOrDefault("Analyzer:Ceilings:MinWorkerThreads")).Distinct().ShouldBe([null, "50", "100"]);
    }

    [Fact]
    public void Matrix_OneSize_IsDoneInALunchBreak()
    {
        var matrix = CellFilter.Parse("size=1MB").Apply(MatrixSuite.Create(TwoCores));

        matrix.Cells.Count.ShouldBe(4 * 2 * 3 * 3);
        matrix.PlannedTime.ShouldBeLessThan(TimeSpan.FromMinutes(25));
    }

    [Fact]
    public void Soak_Length_DecidesHowOftenTheMixIsRepeated()
    {
        SoakSuite.Create(TimeSpan.FromHours(1)).PlannedTime.ShouldBe(TimeSpan.FromHours(1), TimeSpan.FromMinutes(2)); // with warming up and cooling down
        SoakSuite.Create(TimeSpan.FromSeconds(1)).Repeats.ShouldBe(1);
    }

    [Fact]
    public void Metrics_Always_SetsScrapedRowsBesideSomeWithout()
    {
        var cells = MetricsSuite.Create().Cells;

        foreach (var pair in cells.Where(cell => cell.Load is LoadShape.Closed).Chunk(2))
        {
            pair.Select(cell => cell.Settings.HasMetrics).ShouldBe([false, true]);
            pair.Select(cell => cell.ScrapeInterval).ShouldBe([null, TimeSpan.FromSeconds(1)]);
            pair[1].Ceiling.ShouldBe(pair[0].Name);
            pair[1].LeastOfCeiling.ShouldBe(0.97);
        }

        cells.Where(cell => cell.Load is LoadShape.Open).ShouldAllBe(cell => cell.ScrapeInterval != null);
    }

    [Fact]
    public void Threads_Always_ComparesMinimumsOnPoolsThatHaveNotGrownYet()
    {
        var threads = ThreadsSuite.Create();

        threads.NewProcessPerSlot.ShouldBeTrue();
        threads.WarmUpCallers.ShouldBe(1);
        threads.Cells.Select(cell => (cell.Dimensions["handler"], cell.Dimensions["threads"])).Distinct().Count().ShouldBe(6);
    }

    [Fact]
    public void Of_LargeFiles_TakesOneForTheMemorysSake() => new FileLibrary(1, null).Of(40_000_000).Files.Count.ShouldBe(1);
}
