using Dashboards.Tests.Grafana;

namespace Dashboards.Tests.Live;

/// <summary>dashboards/prometheus, at a place from which its relative path leads to other results of the lab than a person's.</summary>
internal static class Configuration
{
    /// <returns>The path of prometheus.yml.</returns>
    public static string CopyTo(TempDirectory folder)
    {
        var copy = Directory.CreateDirectory(folder.Combine("dashboards", "prometheus")).FullName;
        foreach (var file in Directory.GetFiles(Path.Combine(Dashboard.Folder, "prometheus")))
        {
            File.Copy(file, Path.Combine(copy, Path.GetFileName(file)));
        }

        return Path.Combine(copy, "prometheus.yml");
    }
}
