namespace Prober.Tests.Settings;

/// <summary>The README's table of the prober's own failures: each row names a test that is there.</summary>
public sealed class OwnSideTests
{
    [Fact]
    public void Table_OfTheOwnSide_NamesATestInEachRow()
    {
        var readme = File.ReadAllText(Path.Combine(SharedData.RepositoryRoot, "src", "Prober", "README.md"));
        var table = readme[readme.IndexOf("### The prober's own side", StringComparison.Ordinal)..];

        NamedTests.RowsOf(table[..table.IndexOf("## History", StringComparison.Ordinal)])
            .ShouldAllBe(row => NamedTests.IsThere(row) || row.EndsWith("| the same |"));
    }
}
