namespace Load.Server;

/// <summary>Where the build put the programs that the lab starts: beside it, in the same configuration (UseArtifactsOutput).</summary>
internal static class BuiltAssembly
{
    public const string Service = "Analyzer.Service";
    public const string Microbenchmarks = "Microbenchmarks";

    /// <param name="name">One of the names above.</param>
    /// <exception cref="LabException">It is not there.</exception>
    public static string Find(string name)
    {
        var here = new DirectoryInfo(AppContext.BaseDirectory);
        var path = Path.Combine(here.Parent!.Parent!.FullName, name, here.Name, $"{name}.dll");
        return File.Exists(path) ? path : throw new LabException($"{name} is not built: there is no {path}. Build it{(name == Service ? ", or name one with --service" : "")}.");
    }
}
