using House.Tests.Arrows;
using House.Tests.Sources;

namespace House.Tests;

/// <summary>Arrows point one way: between the projects, and between the folders of each.</summary>
public sealed class ArrowTests
{
    private const string ArrowsBegin = "<!-- arrows: written by tests/House.Tests -->";
    private const string ArrowsEnd = "<!-- /arrows -->";

    public static TheoryData<string> Projects => [.. HouseProject.All.Select(project => project.Name)];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Folders_OfAProject_FormNoCircle(string name)
    {
        var project = HouseProject.All.Single(project => project.Name == name);

        var circles = from level in FolderGraph.Of(project.Files)
                      let circle = level.Graph.FindCircle()
                      where circle is not null
                      select $"{name}/{level.Folder}: {level.Graph.Describe(circle)}";

        circles.ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public void Namespaces_OfAProject_FollowItsFolders(string name)
    {
        var project = HouseProject.All.Single(project => project.Name == name);
        if (project.IsSubstitute && !project.IsTest)
        {
            // They have the namespaces of the packages for which they stand.
            project.Files.ShouldNotBeEmpty();
            return;
        }

        var elsewhere = from file in project.Files
                        where file.Namespace.Length > 0
                        where file.Namespace != string.Join('.', [project.RootNamespace, .. file.Folders])
                        select $"{name}/{file.Path}: {file.Namespace}";

        elsewhere.ShouldBeEmpty();
    }

    [Fact]
    public void Projects_PointOneWay_AsArchitectureSays()
    {
        var arrows = from project in HouseProject.All
                     where !project.IsTest && project.References.Count > 0
                     orderby project.Name
                     select $"{project.Name} -> {string.Join(", ", project.References.Order(StringComparer.Ordinal))}";
        var expected = $"{ArrowsBegin}\n```\n{string.Join('\n', arrows)}\n```\n{ArrowsEnd}";

        var architecture = File.ReadAllText(Path.Combine(SharedData.RepositoryRoot, "ARCHITECTURE.md")).ReplaceLineEndings("\n");

        architecture.ShouldContain(expected, customMessage: $"ARCHITECTURE.md shall hold these lines:\n{expected}");
    }

    [Fact]
    public void Hosts_KnowEachOther_OnlyByTheWire()
    {
        string[] hosts = ["Analyzer.Service", "Gateway", "Prober", "Journal", "Sigma.Streams"];

        // A lab assembly is loaded into its host, and belongs to it.
        var known = from project in HouseProject.All
                    where !project.IsTest && !project.Name.EndsWith(".Lab", StringComparison.Ordinal)
                    from reference in project.References
                    where hosts.Contains(reference)
                    select $"{project.Name} -> {reference}";

        known.ShouldBeEmpty();
    }

    [Fact]
    public void Hosting_NamesNoProduct()
    {
        string[] products = ["Analyzer", "Gateway", "Prober", "Journal", "Sigma"];

        var named = from project in HouseProject.All
                    where project.Name is "Hosting" or "Hosting.Lab" or "Hosting.Web"
                    from file in project.Files
                    from product in products
                    where file.Says(product) || project.References.Any(reference => reference.StartsWith(product, StringComparison.Ordinal))
                    select $"{project.Name}/{file.Path} says {product}";

        named.ShouldBeEmpty();
    }

    [Fact]
    public void LabCore_KnowsSystems_ByTheirCatalogueOnly()
    {
        var lab = HouseProject.All.Single(project => project.Name == "load");

        var known = from file in lab.Files
                    where file.Folders.Count > 0 && file.Folders[0] != "Systems"
                    where file.Usings.Any(used => used.StartsWith("Load.Systems.", StringComparison.Ordinal)) || file.Says("Systems")
                    select file.Path;

        known.ShouldBeEmpty();
    }

    [Fact]
    public void FindCircle_FoldersThatUseEachOther_AreNamedWithTheReason()
    {
        SourceFile[] files =
        [
            SourceFile.Of("One/First.cs", "using House.Two;\nnamespace House.One;\ninternal sealed class First(Second second);"),
            SourceFile.Of("Two/Second.cs", "namespace House.Two;\ninternal sealed class Second\n{\n    private One.First? _first;\n}"),
        ];

        var (_, graph) = FolderGraph.Of(files).Single(level => level.Folder.Length == 0);

        var circle = graph.FindCircle().ShouldNotBeNull();
        graph.Describe(circle).ShouldBe("One -> Two (One/First.cs: using House.Two) -> One (Two/Second.cs uses First)");
    }

    [Fact]
    public void FindCircle_AFolderThatUsesTheProgramsOwnType_PointsAtIt()
    {
        SourceFile[] files =
        [
            SourceFile.Of("Program.cs", "using House.One;\nnamespace House;\ninternal sealed record Options(First First);"),
            SourceFile.Of("One/First.cs", "namespace House.One;\ninternal sealed class First(Options options); // Options"),
        ];

        var (_, graph) = FolderGraph.Of(files).Single(level => level.Folder.Length == 0);

        graph.Describe(graph.FindCircle().ShouldNotBeNull())
            .ShouldBe(". -> One (Program.cs: using House.One) -> . (One/First.cs uses Options)");
    }

    [Fact]
    public void FindCircle_WordsInCommentsAndStrings_PointAtNothing()
    {
        SourceFile[] files =
        [
            SourceFile.Of("One/First.cs", "using House.Two;\nnamespace House.One;\ninternal sealed class First(Second second);"),
            SourceFile.Of("Two/Second.cs", "namespace House.Two;\n// One.First\ninternal sealed record Second(string S = \"One.First\");"),
        ];

        FolderGraph.Of(files).ShouldAllBe(level => level.Graph.FindCircle() == null);
    }
}
