using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Measuring;

public sealed class CaseFilterTests
{
    private static readonly Suite Matrix =
        MatrixSuite.Create(new AnalyzerRequest(), new CapacityEstimate(Cores: 2, MemoryBytes: 16_000_000_000));

    private static readonly Suite Quick = QuickSuite.Create(new AnalyzerRequest());
    private static readonly IReadOnlyList<Case> Cases = Quick.Cases;

    [Fact]
    public void Apply_Nothing_KeepsEverything() => CaseFilter.Parse(null).Apply(Quick).Cases.ShouldBe(Cases);

    [Theory]
    [InlineData("transport=grpc")]
    [InlineData(" Transport = GRPC ")]
    public void Apply_OneName_KeepsItsCases(string only)
    {
        var kept = CaseFilter.Parse(only).Apply(Quick).Cases;

        kept.Count.ShouldBe(Cases.Count / 2);
        kept.ShouldAllBe(one => one["transport"] == "grpc");
    }

    [Theory]
    [InlineData("size=1MB")]
    [InlineData("size=1000KB")]
    [InlineData("size=1000000")]
    public void Apply_SizeInAnyUnit_KeepsItsCases(string only) =>
        CaseFilter.Parse(only).Apply(Quick).Cases.ShouldAllBe(one => one["size"] == "1MB");

    [Theory]
    [InlineData("size=1MB,size=10MB,transport=rest")]
    [InlineData("size=1MB,10MB,transport=rest")]
    public void Apply_SeveralValuesAndNames_KeepsWhatHasOneOfEach(string only)
    {
        var kept = CaseFilter.Parse(only).Apply(Quick).Cases;

        kept.Select(one => one["size"]).Distinct().ShouldBe(["1MB", "10MB"]);
        kept.ShouldAllBe(one => one["transport"] == "rest");
    }

    [Theory]
    [InlineData("size", "takes pairs")]
    [InlineData("size=", "takes pairs")]
    [InlineData("colour=red", "there is no 'colour'; there are: ")]
    [InlineData("size=10MB,instances=1", "no row has all of that at once")]
    [InlineData("size=3MB", "no row has size=3MB; there are: 10KB, 1MB, 10MB")]
    public void Apply_TypingError_SaysWhatThereIs(string only, string message) =>
        Should.Throw<LabException>(() => CaseFilter.Parse(only).Apply(Quick)).Message.ShouldContain(message);

    [Fact]
    public void Apply_SuiteWithObstacles_SkipsNoOthersThanThoseWanted()
    {
        var matrix = CaseFilter.Parse("instances=1000,transport=grpc").Apply(Matrix).Feasible();

        matrix.Skipped.ShouldNotBeEmpty();
        matrix.Skipped.ShouldAllBe(skipped => skipped["transport"] == "grpc" && skipped.Obstacle != null);
        matrix.Cases.ShouldAllBe(one => one.Obstacle == null);
        CaseFilter.Parse("size=1MB").Apply(Matrix).Feasible().Skipped.ShouldBeEmpty();
    }

    [Fact]
    public void Apply_OnlyWhatIsSkipped_SaysWhyNothingCanBeMeasured() =>
        Should.Throw<LabException>(() => CaseFilter.Parse("size=100MB,instances=1000").Apply(Matrix).Feasible()).Message
            .ShouldContain("cannot be answered within the time-out");
}
