using Microsoft.Extensions.Configuration.Memory;
using Microsoft.Extensions.Hosting.WindowsServices;

namespace Hosting.Settings;

/// <summary>Defaults of a host that a service manager has started: weaker than every other source.</summary>
internal sealed class ServiceDefaults : IConfigurationSource
{
    /// <summary>The folder for data that systemd has made for the service (StateDirectory in its unit).</summary>
    private const string StateDirectory = "STATE_DIRECTORY";

    public required IEnumerable<KeyValuePair<string, string?>> InitialData { get; init; }

    public IConfigurationProvider Build(IConfigurationBuilder builder) => new Provider(new() { InitialData = InitialData });

    /// <returns>Where a service keeps its data unless its settings say otherwise; null when no manager has started this process.</returns>
    /// <param name="section">The host's.</param>
    public static string? DataFolder(string section) =>
        WindowsServiceHelpers.IsWindowsService()
            ? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), section, "data")
            : Environment.GetEnvironmentVariable(StateDirectory)?.Split(':')[0] is { Length: > 0 } folder ? folder : null;

    internal sealed class Provider(MemoryConfigurationSource source) : MemoryConfigurationProvider(source)
    {
        public override string ToString() => "the default of a service";
    }
}
