using System.CommandLine;

namespace Load.Machine;

/// <summary>
/// Builds the programs that the lab is about to start, unless they are built from the sources as they are. The lab's own project does not
/// reference them: who measures one server does not wait for the others.
/// </summary>
internal static class ProgramBuild
{
    public const string OptionName = "--no-build";

    /// <summary>Beside a program: written when it was built, with the time at which that build began.</summary>
    private const string Stamp = "built-for-the-lab";

    private static readonly string[] SourceFolders = ["src", "load", "protos", Path.Combine("tests", "Crash")];
    private static readonly string[] BuildFiles = ["*.props", "*.targets", "*.json"];

    /// <summary>Every command that starts programs has this option.</summary>
    public static Option<bool> NewOption() =>
        new(OptionName) { Description = "Start programs as they are built, without a look at whether sources have changed since" };

    /// <param name="projects">Their names.</param>
    /// <param name="output">Gets a line for each project that is built.</param>
    /// <param name="stop">Ends the build.</param>
    /// <exception cref="LabException">One does not build; the message holds the compiler's.</exception>
    public static async Task RunAsync(IReadOnlyList<string> projects, TextWriter output, CancellationToken stop)
    {
        var changed = projects.Count == 0 ? default : LastChange();
        foreach (var project in projects.Where(project => !(BuiltAt(project) > changed)))
        {
            await output.WriteLineAsync($"building {project}");
            var begin = TimeProvider.System.GetUtcNow().UtcDateTime;
            await BuildAsync(project, stop);
            await File.WriteAllTextAsync(StampOf(project), "", CancellationToken.None);
            File.SetLastWriteTimeUtc(StampOf(project), begin);
        }
    }

    private static string StampOf(string project) => Path.Combine(BuiltAssembly.FolderOf(project), Stamp);

    private static DateTime? BuiltAt(string project) => File.Exists(StampOf(project)) ? File.GetLastWriteTimeUtc(StampOf(project)) : null;

    /// <summary>The time of the last change of any source. If a file was removed, its folder has changed.</summary>
    private static DateTime LastChange()
    {
        var repository = new DirectoryInfo(ProjectFolder.Repository);
        return SourceFolders.Select(folder => new DirectoryInfo(Path.Combine(repository.FullName, folder)))
            .Where(folder => folder.Exists)
            .SelectMany(folder => folder.EnumerateFileSystemInfos("*", SearchOption.AllDirectories))
            .Where(entry => !entry.FullName.StartsWith(ProjectFolder.Results, StringComparison.Ordinal))
            .Concat(BuildFiles.SelectMany(repository.EnumerateFiles))
            .Max(entry => entry.LastWriteTimeUtc);
    }

    private static async Task BuildAsync(string project, CancellationToken stop)
    {
        var start = DotNet.Start(
            "build", [PathOf(project), "-c", BuiltAssembly.Configuration, "-v", "quiet", "-nologo", "-clp:ErrorsOnly;NoSummary"]);
        start.WorkingDirectory = ProjectFolder.Repository;
        var (code, output, errors) = await DotNet.RunAsync(start, stop);
        if (code != 0)
        {
            throw new LabException($"{project} cannot be built:{Environment.NewLine}{output}{errors}".TrimEnd());
        }
    }

    private static string PathOf(string project) =>
        SourceFolders.Select(folder => Path.Combine(ProjectFolder.Repository, folder)).Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, $"{project}.csproj", SearchOption.AllDirectories)).FirstOrDefault()
        ?? throw new LabException($"{project} cannot be built: its sources are not in {ProjectFolder.Repository}. Say {OptionName}.");
}
