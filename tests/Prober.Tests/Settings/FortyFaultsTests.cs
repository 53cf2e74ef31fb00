namespace Prober.Tests.Settings;

/// <summary>The table of faults in this folder's README: each row names a test that is there.</summary>
public sealed class FortyFaultsTests
{
    [Fact]
    public void Table_OfFaults_NamesATestInEachOfFortyRows()
    {
        var readme = File.ReadAllText(Path.Combine(SharedData.RepositoryRoot, "tests", "Prober.Tests", "README.md"));
        var rows = NamedTests.RowsOf(readme);

        rows.Count.ShouldBeGreaterThanOrEqualTo(40);
        rows.ShouldBeUnique();
        rows.ShouldAllBe(row => NamedTests.IsThere(row));
    }
}
