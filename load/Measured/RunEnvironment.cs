using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using Load.Monitoring;
using Load.Stores;

namespace Load.Measured;

/// <summary>What a run ran on and with: figures of unlike environments do not compare.</summary>
/// <param name="Machine">Name of the processor.</param>
/// <param name="Cores">Processors this process may use.</param>
/// <param name="MemoryBytes">That the garbage collector may use.</param>
/// <param name="OperatingSystem">With its version.</param>
/// <param name="Runtime">Of the lab and, on this machine, of the service.</param>
/// <param name="Build">Commit that the lab was built from.</param>
/// <param name="LabGarbageCollector">Of the lab's process.</param>
/// <param name="Seed">Of the generated files.</param>
/// <param name="Corpus">Where the files come from.</param>
/// <param name="Configuration">Release, unless somebody named another.</param>
/// <param name="Service">What the service says it is; null when it does not tell.</param>
/// <param name="Store">Where reports are kept, with the version of the server and its number of nodes where there is one.</param>
internal sealed record RunEnvironment(
    string Machine, int Cores, long MemoryBytes, string OperatingSystem, string Runtime, string Build, string LabGarbageCollector, ulong Seed, string Corpus,
    string Configuration, ServiceFacts? Service, string Store = StoreTarget.Sqlite)
{
    /// <summary>What a person set of the service's configuration (<c>--set</c>); null in files of older labs.</summary>
    public IReadOnlyDictionary<string, string>? Settings { get; init; }

    /// <summary>Address of a service that the lab did not start; null when it did.</summary>
    public string? Target { get; init; }

    public static RunEnvironment Current(ulong seed, string? folder, ServiceFacts? service, string store) => new(
        Processor(),
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        RuntimeInformation.OSDescription,
        RuntimeInformation.FrameworkDescription,
        Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown",
        GCSettings.IsServerGC ? "server" : "workstation",
        seed,
        folder ?? "generated",
        Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyConfigurationAttribute>()?.Configuration ?? "unknown",
        service,
        store);

    /// <summary>One line.</summary>
    public override string ToString() =>
        $"{Machine}, {Cores} cores, {OperatingSystem}, {Runtime}; {Configuration} build {Build}{(Service is { } service ? $", {(service.ServerGc ? "server" : "workstation")} GC" : "")}; store: {Store}; files: {Corpus}, seed {Seed}" +
        string.Concat((Settings ?? new Dictionary<string, string>()).Select(setting => $"; {setting.Key}={setting.Value}")) + (Target is null ? "" : $"; service at {Target}");

    private static string Processor()
    {
        const string Key = "model name";
        var line = System.OperatingSystem.IsLinux() ? File.ReadLines("/proc/cpuinfo").FirstOrDefault(l => l.StartsWith(Key, StringComparison.Ordinal)) : null;
        return line?[(line.IndexOf(':') + 1)..].Trim() ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? $"{RuntimeInformation.ProcessArchitecture}";
    }
}
