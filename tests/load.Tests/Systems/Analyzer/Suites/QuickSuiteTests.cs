using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Systems.Analyzer.Suites;

public sealed class QuickSuiteTests
{
    [Fact]
    public void Create_Always_ComparesTransportsSideBySideInAboutAMinute()
    {
        var suite = QuickSuite.Create(new AnalyzerRequest());

        suite.PlannedTime.ShouldBeLessThan(TimeSpan.FromSeconds(75));
        suite.Cases.Select(one => one.Name).ShouldBeUnique();
        suite.Cases.Chunk(2).ShouldAllBe(pair =>
            pair[0].SubjectBut("transport") == pair[1].SubjectBut("transport") && pair[0]["transport"] == "rest" &&
                pair[1]["transport"] == "grpc");
        suite.Cases.Select(one => one["file"]).Distinct().ShouldBe(["look-up", "known", "unknown"]);
    }

    [Fact]
    public void Create_OwnFiles_HasNoSizes()
    {
        using var folder = new TempDirectory();
        File.WriteAllText(folder.Combine("own.txt"), "a file");

        var suite = QuickSuite.Create(new AnalyzerRequest { Corpus = folder.Path });

        suite.Cases.ShouldAllBe(one => one["size"] == "own");
        suite.Cases.Where(one => one["file"] != "look-up").ShouldAllBe(one => one.BytesPerUnit == 6);
        suite.Cases.Select(one => one.Name).ShouldBeUnique();
    }
}
