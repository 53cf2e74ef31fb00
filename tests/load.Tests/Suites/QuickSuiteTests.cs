using Load.Suites;

namespace Load.Tests.Suites;

public sealed class QuickSuiteTests
{
    [Fact]
    public void Create_Always_ComparesTransportsSideBySideInAboutAMinute()
    {
        var suite = QuickSuite.Create(ownFiles: false);

        suite.PlannedTime.ShouldBeLessThan(TimeSpan.FromSeconds(75));
        suite.Cells.Select(cell => cell.Name).ShouldBeUnique();
        suite.Cells.Chunk(2).ShouldAllBe(pair => pair[0].Subject == pair[1].Subject && pair[0].Transport == "rest" && pair[1].Transport == "grpc");
        suite.Cells.Select(cell => cell.Dimensions["file"]).Distinct().ShouldBe(["look-up", "known", "unknown"]);
    }

    [Fact]
    public void Create_OwnFiles_HasNoSizes()
    {
        var suite = QuickSuite.Create(ownFiles: true);

        suite.Cells.ShouldAllBe(cell => cell.Size == null);
        suite.Cells.Select(cell => cell.Name).ShouldBeUnique();
    }
}
