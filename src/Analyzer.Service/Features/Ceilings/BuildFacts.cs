using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;

namespace Analyzer.Service.Features.Ceilings;

/// <summary>What the process is: figures of unlike processes do not compare.</summary>
/// <param name="Version">With the commit it was built from.</param>
/// <param name="Configuration">Release, unless somebody named another.</param>
/// <param name="Runtime">Such as <c>.NET 10.0.12</c>.</param>
/// <param name="ServerGc">Which garbage collector runs.</param>
/// <param name="Store">Where reports go.</param>
internal sealed record BuildFacts(string Version, string Configuration, string Runtime, bool ServerGc, string Store)
{
    public static BuildFacts Of(AnalyzerOptions options)
    {
        var assembly = Assembly.GetExecutingAssembly();
        return new(
            assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown",
            assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()?.Configuration ?? "unknown",
            RuntimeInformation.FrameworkDescription, GCSettings.IsServerGC, options.Store);
    }
}
