using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace House.Tests.Sources;

/// <summary>A project of the solution, read from its files.</summary>
/// <param name="Name">The name of its file, without <c>.csproj</c>.</param>
/// <param name="Folder">Absolute.</param>
/// <param name="References">Names of the projects that it is compiled against.</param>
/// <param name="RootNamespace">Namespace of the files in its own folder.</param>
internal sealed partial record HouseProject(
    string Name, string Folder, string RootNamespace, IReadOnlyList<string> References, IReadOnlyList<SourceFile> Files)
{
    private static readonly string[] NotSource = ["artifacts", "bin", "obj", "results", "data"];

    private static readonly Lazy<IReadOnlyList<HouseProject>> Known = new(Read);

    /// <summary>All projects of Solution.sln.</summary>
    public static IReadOnlyList<HouseProject> All => Known.Value;

    public bool IsTest => Folder.StartsWith(Path.Combine(SharedData.RepositoryRoot, "tests"), StringComparison.Ordinal);

    public bool IsSubstitute => Folder.Contains("Substitutes", StringComparison.Ordinal);

    private static List<HouseProject> Read()
    {
        var solution = File.ReadAllText(Path.Combine(SharedData.RepositoryRoot, "Solution.sln"));
        var paths = ProjectPath().Matches(solution)
            .Select(match => Path.Combine(SharedData.RepositoryRoot, match.Value.Replace('\\', Path.DirectorySeparatorChar))).ToList();
        var folders = paths.Select(path => Path.GetDirectoryName(path)!).ToList();
        return [.. paths.Select(path => Read(path, folders))];
    }

    private static HouseProject Read(string path, List<string> folders)
    {
        var xml = XDocument.Load(path);
        var name = Path.GetFileNameWithoutExtension(path);
        var folder = Path.GetDirectoryName(path)!;
        var references = xml.Descendants("ProjectReference")
            .Where(reference => (string?)reference.Attribute("ReferenceOutputAssembly") != "false")
            .Select(reference => Path.GetFileNameWithoutExtension(((string)reference.Attribute("Include")!).Replace('\\', '/')));
        var rootNamespace = (string?)xml.Descendants("RootNamespace").FirstOrDefault() ?? name;
        return new(name, folder, rootNamespace, [.. references], [.. FilesIn(folder, folders)]);
    }

    private static IEnumerable<SourceFile> FilesIn(string folder, List<string> projects) =>
        from file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
        let path = Path.GetRelativePath(folder, file).Replace('\\', '/')
        where !path.Split('/').Any(NotSource.Contains)
        where !projects.Any(other => other.Length > folder.Length && IsBelow(other, file))
        orderby path
        select SourceFile.Of(path, File.ReadAllText(file));

    private static bool IsBelow(string folder, string file) =>
        file.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    [GeneratedRegex(@"[^""]+\.csproj")]
    private static partial Regex ProjectPath();
}
