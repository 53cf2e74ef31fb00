using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using Hosting.Settings;

namespace Hosting.Lab;

/// <summary>The build that runs: figures of unlike processes do not compare.</summary>
/// <param name="Version">With the commit it was built from.</param>
/// <param name="Configuration">Release, unless another was named.</param>
/// <param name="Runtime">Such as <c>.NET 10.0.12</c>.</param>
/// <param name="ServerGc">Which garbage collector runs.</param>
/// <param name="Store">The host's own setting of that name, where it has one.</param>
internal sealed record BuildFacts(string Version, string Configuration, string Runtime, bool ServerGc, string? Store)
{
    public static BuildFacts Of(HostDescription host, IConfiguration configuration, IEnumerable<Setting> settings) => new(
        host.Version,
        host.Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()?.Configuration ?? "unknown",
        RuntimeInformation.FrameworkDescription,
        GCSettings.IsServerGC,
        configuration[host.Key(nameof(Store))] ?? settings.FirstOrDefault(setting => setting.Key == nameof(Store))?.Default as string);
}
