using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Hosting.Tests.Packaging;

/// <summary>
/// What Visual Studio reads beside the projects. It cannot run here, so these tests compare the files with what they name.
/// </summary>
public sealed partial class VisualStudioTests
{
    private static readonly string[] Projects =
        ["src/Analyzer.Service", "src/Gateway", "src/Prober", "src/Journal", "src/Sigma.Streams", "load"];

    [Fact]
    public void Profiles_OfEachProgram_StartItWithPathsThatExist()
    {
        foreach (var project in Projects)
        {
            var profiles = Json($"{project}/Launch/launchSettings.json")["profiles"]!.AsObject();

            profiles.Count.ShouldBeGreaterThan(1, project);
            foreach (var (name, profile) in profiles)
            {
                ((string)profile!["commandName"]!).ShouldBe("Project", name);
                ((string)profile["workingDirectory"]!).ShouldBe("$(SolutionDir)", name); // where README's commands run
                ((string?)profile["commandLineArgs"] ?? "").Split(' ').Where(word => word.StartsWith("src/", StringComparison.Ordinal))
                    .ShouldAllBe(path => Path.Exists(Full(path)));
            }
        }
    }

    [Fact]
    public void Profiles_Always_LieWhereDotnetRunDoesNotLook()
    {
        File.ReadAllText(Full("Directory.Build.props")).ShouldContain("<AppDesignerFolder>Launch</AppDesignerFolder>");
        Projects.ShouldAllBe(project => !Directory.Exists(Full($"{project}/Properties")));
    }

    [Fact]
    public void Starts_OfSeveral_NameProjects() => JsonNode.Parse(File.ReadAllText(Full("Solution.slnLaunch")))!.AsArray()
        .SelectMany(start => start!["Projects"]!.AsArray())
        .ShouldAllBe(project => File.Exists(Full(((string)project!["Path"]!).Replace('\\', '/'))));

    [Fact]
    public void SolutionItems_Always_Exist()
    {
        var items = Item().Matches(File.ReadAllText(Full("Solution.sln")))
            .Select(match => match.Groups[1].Value.Replace('\\', '/')).ToList();

        items.ShouldContain("ARCHITECTURE.md");
        items.ShouldContain(".runsettings");
        items.ShouldAllBe(item => File.Exists(Full(item)));
    }

    [Fact]
    public void Sdk_Any10_0_IsTaken()
    {
        var sdk = Json("global.json")["sdk"]!;

        ((string)sdk["version"]!).ShouldBe("10.0.100"); // the first
        ((string)sdk["rollForward"]!).ShouldBe("latestFeature");
    }

    private static string Full(string path) => Path.Combine(SharedData.RepositoryRoot, path);

    private static JsonNode Json(string path) => JsonNode.Parse(File.ReadAllText(Full(path)))!;

    [GeneratedRegex(@"(?m)^\t\t([^\s{=]+) = \1\r?$")]
    private static partial Regex Item();
}
