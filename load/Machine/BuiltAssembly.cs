namespace Load.Machine;

/// <summary>Finds the programs that the lab starts: the build put them beside it, in the same configuration (UseArtifactsOutput).</summary>
internal static class BuiltAssembly
{
    public const string Microbenchmarks = "Microbenchmarks";

    /// <param name="name">The name of a project that the lab's own project references.</param>
    /// <param name="otherwise">The alternative to building it, such as <c>, or name one with --service</c>.</param>
    /// <exception cref="LabException">It is not there.</exception>
    public static string Find(string name, string otherwise = "")
    {
        var here = new DirectoryInfo(AppContext.BaseDirectory);
        var path = Path.Combine(here.Parent!.Parent!.FullName, name, here.Name, $"{name}.dll");
        return File.Exists(path) ? path : throw new LabException($"{name} is not built: there is no {path}. Build it{otherwise}.");
    }
}
