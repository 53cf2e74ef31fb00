using System.Text.RegularExpressions;

namespace Prober.Tests.Settings;

/// <summary>The README's table of the prober's own failures: each row names a test that is there.</summary>
public sealed partial class OwnSideTests
{
    [Fact]
    public void Table_OfTheOwnSide_NamesATestInEachRow()
    {
        var readme = File.ReadAllText(Path.Combine(SharedData.RepositoryRoot, "src", "Prober", "README.md"));
        var table = readme[readme.IndexOf("### The prober's own side", StringComparison.Ordinal)..];
        var rows = table[..table.IndexOf("## History", StringComparison.Ordinal)].Split('\n').Where(line => line.StartsWith("| ")).Skip(2);
        var tests = Directory.EnumerateFiles(Path.Combine(SharedData.RepositoryRoot, "tests"), "*Tests.cs", SearchOption.AllDirectories)
            .Where(file => file.Contains("Prober")).ToLookup(Path.GetFileNameWithoutExtension, File.ReadAllText);

        foreach (var row in rows)
        {
            var named = Named().Match(row);
            (named.Success || row.EndsWith("| the same |")).ShouldBeTrue(row);
            if (named.Success)
            {
                tests[named.Groups[1].Value].ShouldContain(text => text.Contains($" {named.Groups[2].Value}("), row);
            }
        }
    }

    [GeneratedRegex(@"\| `(\w+)\.(\w+)` \|$")]
    private static partial Regex Named();
}
