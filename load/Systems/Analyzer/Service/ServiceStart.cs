using System.Net;
using Load.Machine;

namespace Load.Systems.Analyzer.Service;

/// <param name="Assembly">The service's dll.</param>
/// <param name="LogPath">The file to which the service's output is appended.</param>
internal sealed record ServiceStart(string Assembly, string LogPath)
{
    /// <summary>The configuration that a person set for all rows; a row's own settings come on top.</summary>
    public IReadOnlyDictionary<string, string> Options { get; init; } = new Dictionary<string, string>();

    /// <summary>For HTTP/1.1 and for HTTP/2; null for any that are free.</summary>
    public int[]? Ports { get; init; }

    /// <summary>Where it listens.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Whether it listens for TLS, too.</summary>
    public bool HasTls { get; init; }

    /// <summary>Its own; null for all of them.</summary>
    public Processors? Processors { get; init; }

    /// <summary>The service that was built with the lab.</summary>
    /// <exception cref="LabException">It was not.</exception>
    public static string BuiltAssembly => Machine.BuiltAssembly.Find(ServiceProcess.AssemblyName, ", or name one with --service", "analyzer");
}
