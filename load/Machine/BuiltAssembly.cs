namespace Load.Machine;

/// <summary>Finds the programs that the lab starts: each is built beside it, in the same configuration (UseArtifactsOutput).</summary>
internal static class BuiltAssembly
{
    public const string Microbenchmarks = "Microbenchmarks";

    private static readonly DirectoryInfo Here = new(AppContext.BaseDirectory);

    /// <summary>The configuration of the lab, as a build takes it.</summary>
    public static string Configuration => $"{char.ToUpperInvariant(Here.Name[0])}{Here.Name[1..]}";

    /// <summary>The folder with what a project was built into.</summary>
    public static string FolderOf(string project) => Path.Combine(Here.Parent!.Parent!.FullName, project, Here.Name);

    /// <param name="project">The name of a project.</param>
    /// <param name="otherwise">The alternative to building it, such as <c>, or name one with --service</c>.</param>
    /// <param name="assembly">The name of its assembly, if it is another: the hosts' executables have names of their own.</param>
    /// <exception cref="LabException">It is not there.</exception>
    public static string Find(string project, string otherwise = "", string? assembly = null)
    {
        var path = Path.Combine(FolderOf(project), $"{assembly ?? project}.dll");
        return File.Exists(path) ? path : throw new LabException($"{project} is not built: there is no {path}. Build it{otherwise}.");
    }
}
