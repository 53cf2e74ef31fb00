using System.Diagnostics;

namespace Load.Systems.Prober.Processes;

/// <summary>A program that others wrote.</summary>
internal sealed record PeerProgram(string Name, string Package)
{
    public static PeerProgram Nginx { get; } = new("nginx", "nginx");

    public static PeerProgram Blackbox { get; } = new("prometheus-blackbox-exporter", "prometheus-blackbox-exporter");

    /// <summary>Why it cannot be measured here; null when it can.</summary>
    public string? Obstacle => Path is null ? $"{Name} is not installed (Debian: apt-get install {Package})" : null;

    /// <summary>Debian keeps servers where only the administrator's shell looks.</summary>
    private string? Path => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(System.IO.Path.PathSeparator).Append("/usr/sbin")
        .Select(folder => System.IO.Path.Combine(folder, Name)).FirstOrDefault(File.Exists);

    /// <returns>A start with all streams redirected.</returns>
    public ProcessStartInfo Start(params IEnumerable<string> arguments) => new(Path!, arguments)
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    };
}
