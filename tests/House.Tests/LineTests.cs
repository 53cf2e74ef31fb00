using House.Tests.Sources;

namespace House.Tests;

/// <summary>What .editorconfig asks for and no compiler checks.</summary>
public sealed class LineTests
{
    private const int MaxColumns = 140;

    public static TheoryData<string> Projects => [.. HouseProject.All.Select(project => project.Name)];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Lines_OfAProject_FitTheScreen(string name)
    {
        var project = HouseProject.All.Single(project => project.Name == name);

        var wide = from file in project.Files
                   from line in File.ReadLines(Path.Combine(project.Folder, file.Path)).Index()
                   where line.Item.Length > MaxColumns
                   select $"{name}/{file.Path}:{line.Index + 1} has {line.Item.Length} columns";

        wide.ShouldBeEmpty();
    }
}
