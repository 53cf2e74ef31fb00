using System.Diagnostics;
using Load.Machine;

namespace Load.Systems.Analyzer.Service;

/// <summary>The lab's endpoints of an analyzer, of whatever age.</summary>
internal static class LabEndpoints
{
    /// <summary>Services built on it do not have the endpoints themselves; those before it did.</summary>
    private const string Foundation = "Hosting.dll";

    /// <summary>Their project, which is built with the service's own.</summary>
    public const string Project = "Analyzer.Service.Lab";

    /// <param name="start">Starts the service.</param>
    /// <param name="service">Its assembly.</param>
    public static ProcessStartInfo WithLabEndpoints(this ProcessStartInfo start, string service) =>
        File.Exists(Path.Combine(Path.GetDirectoryName(service)!, Foundation)) ? start.WithLab(Project) : start;
}
