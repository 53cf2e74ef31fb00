using System.Runtime;
using System.Runtime.InteropServices;
using Hosting.Settings;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>The build and its runtime, as labels of a gauge that is always 1.</summary>
internal static class BuildInfo
{
    public static void AddTo(CollectorRegistry registry, HostDescription host)
    {
        KeyValuePair<string, string>[] labels =
        [
            new("version", host.Version),
            .. host.BuildLabels,
            new("runtime", RuntimeInformation.FrameworkDescription),
            new("gc", GCSettings.IsServerGC ? "server" : "workstation"),
        ];
        Prometheus.Metrics.WithCustomRegistry(registry)
            .CreateGauge($"{host.Name}_build_info", "Always 1; the labels describe the build.", [.. labels.Select(label => label.Key)])
            .WithLabels([.. labels.Select(label => label.Value)])
            .Set(1);
    }
}
