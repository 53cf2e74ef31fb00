using System.Text.RegularExpressions;
using House.Tests.Sources;

namespace House.Tests;

/// <summary>The documents tell every way in which a host says no.</summary>
public sealed partial class ErrorTests
{
    [Fact]
    public void Kinds_OfAllHosts_HaveARow()
    {
        var slugs = (from project in HouseProject.All
                     where project is { IsTest: false, IsSubstitute: false }
                     from file in project.Files
                     from declared in Kind().Matches(File.ReadAllText(Path.Combine(project.Folder, file.Path)))
                     select declared.Groups["slug"].Value).Distinct().ToList();
        var rows = string.Concat(((string[])["ARCHITECTURE.md", "src/Gateway/README.md"])
            .SelectMany(document => File.ReadLines(Path.Combine(SharedData.RepositoryRoot, document)))
            .Where(line => line.StartsWith('|')));

        slugs.ShouldContain("empty-file");
        slugs.ShouldContain("no-backend");
        slugs.Where(slug => !rows.Contains($"`{slug}`", StringComparison.Ordinal)).ShouldBeEmpty();
    }

    [GeneratedRegex(@"ErrorKind \w+(?: \{ get; \})? =\s+(?:new(?: ErrorKind)?|Bad)\(\s*""(?<slug>[a-z-]+)""")]
    private static partial Regex Kind();
}
