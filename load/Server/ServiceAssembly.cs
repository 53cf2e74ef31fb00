namespace Load.Server;

/// <summary>Where the build put the service: beside the lab, in the same configuration (UseArtifactsOutput).</summary>
internal static class ServiceAssembly
{
    private const string Name = "Analyzer.Service";

    /// <exception cref="LabException">It is not there.</exception>
    public static string Find()
    {
        var here = new DirectoryInfo(AppContext.BaseDirectory);
        var path = Path.Combine(here.Parent!.Parent!.FullName, Name, here.Name, $"{Name}.dll");
        return File.Exists(path) ? path : throw new LabException($"The service is not built: there is no {path}. Build it, or name one with --service.");
    }
}
