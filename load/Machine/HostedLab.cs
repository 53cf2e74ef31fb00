using System.Diagnostics;

namespace Load.Machine;

/// <summary>
/// Brings the lab's endpoints and settings into a host that does not ship them: the hook has the host find assemblies beside the hook
/// itself, and the named assembly adds its endpoints as the host starts.
/// </summary>
internal static class HostedLab
{
    private const string Hook = "Hosting.Lab.dll";

    /// <param name="start">Starts the host.</param>
    /// <param name="lab">The project with the yardsticks of this host, such as <c>Analyzer.Service.Lab</c>.</param>
    public static ProcessStartInfo WithLab(this ProcessStartInfo start, string lab)
    {
        start.Environment["DOTNET_STARTUP_HOOKS"] = Path.Combine(Path.GetDirectoryName(BuiltAssembly.Find(lab))!, Hook);
        start.Environment["ASPNETCORE_HOSTINGSTARTUPASSEMBLIES"] = lab;
        return start;
    }
}
