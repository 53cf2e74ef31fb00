using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using Analyzer.Engines;
using Prometheus;

namespace Analyzer.Service.Features.Metrics;

/// <summary>Which build runs on what, as labels of a gauge that is always 1.</summary>
internal static class BuildInfo
{
    public static void AddTo(MetricFactory metrics)
    {
        var version = Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
        metrics.CreateGauge("analyzer_build_info", "1; what runs is in the labels.", "version", "engine", "runtime", "gc")
            .WithLabels(
                version ?? "",
                FileAnalysis.EngineVersion.ToString(CultureInfo.InvariantCulture),
                RuntimeInformation.FrameworkDescription,
                GCSettings.IsServerGC ? "server" : "workstation")
            .Set(1);
    }
}
