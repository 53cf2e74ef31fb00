using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Load.Machine;

namespace Load.Measuring;

/// <summary>The environment of a run: figures of unlike environments do not compare.</summary>
/// <param name="Machine">Name of the processor.</param>
/// <param name="Cores">Processors that this process may use.</param>
/// <param name="MemoryBytes">Memory that the garbage collector may use.</param>
/// <param name="OperatingSystem">The operating system with its version.</param>
/// <param name="Runtime">The lab's, and that of what it starts on this machine.</param>
/// <param name="Build">Commit that the lab was built from.</param>
/// <param name="LabGarbageCollector">The garbage collector of the lab's process.</param>
/// <param name="Seed">Everything random follows from it.</param>
/// <param name="Configuration">Release, unless somebody named another.</param>
/// <param name="Service">The process under test in its own words; null when it does not tell.</param>
internal sealed record RunEnvironment(
    string Machine, int Cores, long MemoryBytes, string OperatingSystem, string Runtime, string Build, string LabGarbageCollector,
        ulong Seed,
    string Configuration, HostFacts? Service)
{
    private const int CommitDigits = 10;

    /// <summary>The configuration of the process under test that a person set; null in files of older labs.</summary>
    public IReadOnlyDictionary<string, string>? Settings { get; init; }

    /// <summary>How fast the machine was at the beginning; null in files of older labs.</summary>
    public Yardsticks? Yardsticks { get; init; }

    /// <summary>Whether the source tree had changes that no commit has; null where nobody can tell, and in files of older labs.</summary>
    public bool? IsChanged { get; init; }

    /// <summary>Bytes that the lab may allocate between two collections; null in files of older labs.</summary>
    public long? LabGen0Bytes { get; init; }

    /// <summary>How the machine saves power; null where it does not, where nobody can tell, and in files of older labs.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? PowerSaving { get; init; }

    /// <summary>The processors that each side had; null where nobody said, and in files of older labs.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Cpus { get; init; }

    /// <summary>Address of a system that the lab did not start; null when it did.</summary>
    public string? Target { get; init; }

    /// <summary>Facts that the system adds, each by its own name: for the analyzer, the source of the files and the store.</summary>
    [JsonExtensionData]
    public Dictionary<string, JsonElement> Others { get; set; } = [];

    public static RunEnvironment Current(ulong seed, SystemFacts facts) => new(
        Processor(),
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        RuntimeInformation.OSDescription,
        RuntimeInformation.FrameworkDescription,
        Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown",
        GCSettings.IsServerGC ? "server" : "workstation",
        seed,
        Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyConfigurationAttribute>()?.Configuration ?? "unknown",
        Service: null)
    {
        LabGen0Bytes = GC.GetConfigurationVariables().GetValueOrDefault("GCGen0MaxBudget") as long?,
        Settings = facts.Settings.Count > 0 ? facts.Settings : null,
        Target = facts.Target,
        Others = facts.Others.ToDictionary(
            other => other.Key, other => JsonSerializer.SerializeToElement(other.Value, FactJson.Default.String)),
    };

    /// <summary>The version, with as much of its commit as people use.</summary>
    public string ShortBuild => Build.IndexOf('+') is > 0 and var plus && Build.Length > plus + CommitDigits
        ? Build[..(plus + 1 + CommitDigits)] : Build;

    /// <summary>One line.</summary>
    public override string ToString() => string.Join("; ",
    [
        $"{Machine}, {Cores} cores, {OperatingSystem}, {Runtime}",
        $"{Configuration} build {ShortBuild}{(IsChanged == true ? " with changes" : "")}" +
            $"{(Service is { } service ? $", {(service.ServerGc ? "server" : "workstation")} GC" : "")}",
        .. Others.Select(other => $"{other.Key}: {other.Value}"),
        $"seed {Seed}",
        .. Cpus is null ? (string[])[] : [$"processors: {Cpus}"],
        .. (Settings ?? new Dictionary<string, string>()).Select(setting => $"{setting.Key}={setting.Value}"),
        .. Target is null ? (string[])[] : [$"service at {Target}"],
    ]);

    private static string Processor()
    {
        const string Key = "model name";
        var lines = System.OperatingSystem.IsLinux() ? File.ReadLines("/proc/cpuinfo") : [];
        var line = lines.FirstOrDefault(l => l.StartsWith(Key, StringComparison.Ordinal));
        return line?[(line.IndexOf(':') + 1)..].Trim() ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER")
            ?? $"{RuntimeInformation.ProcessArchitecture}";
    }
}

/// <summary>A system's facts about a run, known before it begins.</summary>
internal sealed record SystemFacts
{
    /// <summary>Configuration of its processes that a person set.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>Address of a system that the lab does not start.</summary>
    public string? Target { get; init; }

    /// <summary>Further facts in which two runs have to agree to compare, each by the name it has in <c>summary.json</c>.</summary>
    public IReadOnlyDictionary<string, string> Others { get; init; } = new Dictionary<string, string>();
}

[JsonSerializable(typeof(string))]
internal sealed partial class FactJson : JsonSerializerContext;
