using Load.Suites;

namespace Load.Tests.Suites;

public sealed class CellFilterTests
{
    private static readonly MachineFit TwoCores = new(Cores: 2, MemoryBytes: 16_000_000_000);

    private static readonly Suite Quick = QuickSuite.Create(ownFiles: false);
    private static readonly IReadOnlyList<Cell> Cells = Quick.Cells;

    [Fact]
    public void Apply_Nothing_KeepsEverything() => CellFilter.Parse(null).Apply(Quick).Cells.ShouldBe(Cells);

    [Theory]
    [InlineData("transport=grpc")]
    [InlineData(" Transport = GRPC ")]
    public void Apply_OneName_KeepsItsCells(string only)
    {
        var kept = CellFilter.Parse(only).Apply(Quick).Cells;

        kept.Count.ShouldBe(Cells.Count / 2);
        kept.ShouldAllBe(cell => cell.Transport == "grpc");
    }

    [Theory]
    [InlineData("size=1MB")]
    [InlineData("size=1000KB")]
    [InlineData("size=1000000")]
    public void Apply_SizeInAnyUnit_KeepsItsCells(string only) =>
        CellFilter.Parse(only).Apply(Quick).Cells.ShouldAllBe(cell => cell.Size == 1_000_000);

    [Fact]
    public void Apply_SeveralValuesAndNames_KeepsWhatHasOneOfEach()
    {
        var kept = CellFilter.Parse("size=1MB,size=10MB,transport=rest").Apply(Quick).Cells;

        kept.Select(cell => cell.Size).Distinct().ShouldBe([1_000_000, 10_000_000]);
        kept.ShouldAllBe(cell => cell.Transport == "rest");
    }

    [Theory]
    [InlineData("size", "takes pairs")]
    [InlineData("size=", "takes pairs")]
    [InlineData("colour=red", "there is no 'colour'; there are: ")]
    [InlineData("size=10MB,instances=1", "no row has all of that at once")]
    [InlineData("size=3MB", "no row has size=3MB; there are: 10KB, 1MB, 10MB")]
    public void Apply_TypingError_SaysWhatThereIs(string only, string message) =>
        Should.Throw<LabException>(() => CellFilter.Parse(only).Apply(Quick)).Message.ShouldContain(message);

    [Fact]
    public void Apply_SuiteThatSkipsCells_SkipsNoOthersThanThoseWanted()
    {
        var matrix = CellFilter.Parse("instances=1000,transport=grpc").Apply(MatrixSuite.Create(TwoCores));

        matrix.Skipped.ShouldNotBeEmpty();
        matrix.Skipped.ShouldAllBe(skipped => skipped.Cell.Transport == "grpc");
        CellFilter.Parse("size=1MB").Apply(MatrixSuite.Create(TwoCores)).Skipped.ShouldBeEmpty();
    }

    [Fact]
    public void Apply_OnlyWhatIsSkipped_SaysWhyNothingCanBeMeasured() =>
        Should.Throw<LabException>(() => CellFilter.Parse("size=100MB,instances=1000").Apply(MatrixSuite.Create(TwoCores))).Message
            .ShouldContain("cannot be answered within the time-out");
}
